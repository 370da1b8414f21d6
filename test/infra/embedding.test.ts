import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, CfnElement, CfnResource, NestedStack, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import type { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { afterAll, expect, test } from "vitest";
import { Followthrough } from "../../infra/followthrough.ts";
import { functionSizes } from "../../infra/functions.ts";
import { metricsNamespace } from "../../shared/contracts/metrics.ts";
import { flat } from "../support/policies.ts";

const folder = mkdtempSync(join(tmpdir(), "followthrough-embedding-"));
const functionsDir = join(folder, "functions");
for (const name of Object.keys(functionSizes)) {
  mkdirSync(join(functionsDir, name), { recursive: true });
  writeFileSync(join(functionsDir, name, "index.js"), `exports.handler = async () => "${name}";\n`);
}
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stackOf = (fill: (stack: Stack) => void): Template => {
  const app = new App({ outdir: join(folder, "out"), builtinCloudFormationValidation: false });
  const stack = new Stack(app, "newsroom");
  fill(stack);
  return Template.fromStack(stack);
};
const tablesIn = (template: Template) => Object.keys(template.findResources("AWS::DynamoDB::GlobalTable")).sort();

test("two backends fit into one stack, beside resources with the names that a backend of its own has", () => {
  const template = stackOf((stack) => {
    new Followthrough(stack, "News", { functionsDir });
    new Followthrough(stack, "Sports", { functionsDir, stage: "prod", alarmEmail: "ops@example.com" });
    new CfnResource(stack, "Table", { type: "AWS::SNS::Topic" });
  });
  expect(tablesIn(template)).toEqual(["NewsTable", "SportsTable"]);
});

/** A metric of the product in a graph. */
const shownMetric = new RegExp(`"${metricsNamespace}","\\w+",(?:"Reason","\\w+",)?"Stage","([^"]+)"`, "g");

/** What is named in an account and Region beside everything else: the domain of tokens, and metrics. */
function sharedNames(template: Template) {
  const inside = (type: string) => Object.values(template.findResources(type)).map(({ Properties }) => Properties);
  const own = inside("AWS::CloudWatch::Alarm").filter(({ Namespace }) => Namespace === metricsNamespace);
  const pages = inside("AWS::CloudWatch::Dashboard").map(({ DashboardBody }) => flat(DashboardBody));
  return {
    domains: inside("AWS::Cognito::UserPoolDomain").map(({ Domain }) =>
      flat(Domain).replace("<AWS::AccountId>", "111122223333"),
    ),
    written: new Set(inside("AWS::Lambda::Function").map(({ Environment }) => Environment.Variables.STAGE)),
    watched: new Set(own.map(({ Dimensions }) => Dimensions[0].Value)),
    shown: new Set(pages.flatMap((page) => [...page.matchAll(shownMetric)].map(([, stage]) => stage))),
  };
}

test.each<{ readonly where: string; readonly fill: (app: App) => readonly Stack[]; readonly names: readonly string[] }>(
  [
    {
      where: "side by side in one stack",
      fill: (app) => {
        const stack = new Stack(app, "newsroom");
        for (const id of ["News", "Sports"]) new Followthrough(stack, id, { functionsDir, stage: "prod" });
        return [stack];
      },
      names: ["prod/newsroom/News", "prod/newsroom/Sports"],
    },
    {
      where: "at the same place of two stacks",
      fill: (app) =>
        ["newsroom", "archive"].map((id) => {
          const stack = new Stack(app, id);
          new Followthrough(new Construct(stack, "Desk"), "News", { functionsDir, stage: "prod" });
          return stack;
        }),
      names: ["prod/newsroom/Desk/News", "prod/archive/Desk/News"],
    },
    {
      where: "at the same place of two nested stacks",
      fill: (app) => {
        const stack = new Stack(app, "newsroom");
        return ["East", "West"].map((id) => {
          const nested = new NestedStack(stack, id);
          new Followthrough(nested, "News", { functionsDir, stage: "prod" });
          return nested;
        });
      },
      names: ["prod/newsroom/East/News", "prod/newsroom/West/News"],
    },
    {
      where: "at the top of a stack of another name than the project's own",
      fill: (app) =>
        ["followthrough-prod", "newsroom"].map((id) => {
          const stack = new Stack(app, id);
          new Followthrough(stack, "Default", { functionsDir, stage: "prod" });
          return stack;
        }),
      names: ["prod", "prod/newsroom"],
    },
  ],
)("two backends of one stage $where share no domain and no metric", ({ fill, names }) => {
  const app = new App({ outdir: join(folder, "out"), builtinCloudFormationValidation: false });
  const found = fill(app).map((stack) => sharedNames(Template.fromStack(stack)));
  const domains = found.flatMap((one) => one.domains);
  expect(new Set(domains).size).toBe(2);
  for (const domain of domains) {
    expect(domain).toMatch(/^followthrough-prod-([0-9a-f]{12}-)?111122223333$/);
    expect(domain.length).toBeLessThanOrEqual(63);
  }
  for (const { written, watched, shown } of found) {
    expect(watched).toEqual(written);
    expect(shown).toEqual(written);
  }
  expect(found.flatMap(({ written }) => [...written])).toEqual(names);
});

test("in one stack, too, each backend's alarms watch what its own functions write", () => {
  const app = new App({ outdir: join(folder, "out"), builtinCloudFormationValidation: false });
  const stack = new Stack(app, "newsroom");
  const backends = ["News", "Sports"].map((id) => new Followthrough(stack, id, { functionsDir }));
  const { Resources } = Template.fromStack(stack).toJSON();
  const inside = (scope: Construct) =>
    scope.node
      .findAll()
      .filter((one) => CfnElement.isCfnElement(one))
      .flatMap(({ logicalId }) => Resources[stack.resolve(logicalId)]?.Properties ?? []);
  for (const { name, alarms, functions } of backends) {
    const own = inside(alarms).filter(({ Namespace }) => Namespace === metricsNamespace);
    expect(own.map(({ Dimensions }) => Dimensions)).toEqual([
      [{ Name: "Stage", Value: name }],
      [{ Name: "Stage", Value: name }],
    ]);
    for (const { lambda } of Object.values(functions)) {
      expect(stack.resolve((lambda.node.defaultChild as CfnFunction).environment)).toMatchObject({
        variables: { STAGE: name },
      });
    }
  }
});

test("what holds data keeps its name when what is around it changes, and is named after its place", () => {
  const inside = (stack: Stack) => new Construct(stack, "Desk");
  const alone = stackOf((stack) => void new Followthrough(inside(stack), "News", { functionsDir }));
  const more = stackOf((stack) => {
    new CfnResource(stack, "Before", { type: "AWS::SNS::Topic" });
    new Followthrough(inside(stack), "News", { functionsDir, requestRate: 5 });
  });
  expect(tablesIn(alone)).toEqual(["DeskNewsTable"]);
  expect(tablesIn(more)).toEqual(tablesIn(alone));
});

test("agents that are nowhere are missed by name", () => {
  const fill = (stack: Stack) => void new Followthrough(stack, "News", { agents: join(folder, "nowhere") });
  expect(() => stackOf(fill)).toThrow(/nowhere has no registry\.ts: a module that exports `agents`/);
});
