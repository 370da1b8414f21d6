import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, CfnResource, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { Construct } from "constructs";
import { afterAll, expect, test } from "vitest";
import { Followthrough } from "../../infra/followthrough.ts";
import { functionSizes } from "../../infra/functions.ts";

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
