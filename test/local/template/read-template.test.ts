import { expect, test } from "vitest";
import { functionSizes } from "../../../infra/functions.ts";
import { readAssembly } from "../../../local/assembly/assembly.ts";
import type { Blueprint } from "../../../local/template/blueprint.ts";
import { readTemplate } from "../../../local/template/read-template.ts";
import { findSweep } from "../../../local/template/sweep.ts";
import { AssetFile, Template } from "../../../local/template/template-file.ts";
import { routes } from "../../../shared/contracts/routes.ts";
import { synth } from "../../support/synth.ts";
import { httpApi, queueInto, writeAssembly } from "../../support/tiny-assembly.ts";

const location = {
  stackName: "tiny",
  region: "us-east-1",
  accountId: "000000000000",
  queueOrigin: "http://127.0.0.1:9",
  tableSuffix: "",
};
const source = "exports.handler = async () => null;";

function readTiny(resources: Readonly<Record<string, object>>, properties: object = {}, variables = {}): Blueprint {
  const assemblyDir = writeAssembly({ functions: { Worker: { source, properties, variables } }, resources });
  const { template, assets } = readAssembly(assemblyDir);
  return readTemplate({ template, assets, assemblyDir, location });
}

function readOwnStack(): Blueprint {
  const { template } = synth({ stage: "local", jwtIssuer: "https://issuer.test", jwtAudience: "here" });
  const parsed = Template.parse(template.toJSON());
  const keys = Object.values(parsed.Resources).flatMap(({ Type, Properties }) => {
    const code = Properties?.["Code"];
    return Type === "AWS::Lambda::Function" && typeof code === "object" && code !== null && "S3Key" in code
      ? [String(code["S3Key"])]
      : [];
  });
  const files = Object.fromEntries(
    keys.map((key) => [key, { source: { path: key }, destinations: { one: { objectKey: key } } }]),
  );
  return readTemplate({ template: parsed, assets: AssetFile.parse({ files }), assemblyDir: "/assembly", location });
}

test("the stack of this repository is understood whole", () => {
  const blueprint = readOwnStack();
  expect(blueprint.routes.map(({ routeKey }) => routeKey).sort()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  expect(blueprint.functions).toHaveLength(Object.keys(functionSizes).length);
  expect(blueprint.queues).toHaveLength(6);
  expect(blueprint.mappings).toHaveLength(3);
  expect(blueprint.tables).toHaveLength(1);
  expect(findSweep(blueprint)?.aheadMs).toBe(0);
});

test("a function gets its variables with references as values", () => {
  const blueprint = readTiny(
    queueInto("Worker"),
    { Timeout: 7 },
    { QUEUE_URL: { Ref: "Work" }, QUEUE_ARN: { "Fn::GetAtt": ["Work", "Arn"] } },
  );
  expect(blueprint.functions[0]).toMatchObject({
    name: "tiny-Worker",
    timeoutSeconds: 7,
    asyncRetries: 2,
    env: {
      QUEUE_URL: "http://127.0.0.1:9/000000000000/tiny-Work",
      QUEUE_ARN: "arn:aws:sqs:us-east-1:000000000000:tiny-Work",
    },
  });
});

test("a queue keeps its times and knows its dead letter queue by ARN", () => {
  const { queues, mappings } = readTiny(queueInto("Worker", { mapping: { ScalingConfig: { MaximumConcurrency: 5 } } }));
  const work = queues.find(({ name }) => name === "tiny-Work");
  expect(work?.attributes["VisibilityTimeout"]).toBe("30");
  expect(JSON.parse(work?.attributes["RedrivePolicy"] ?? "")).toEqual({
    deadLetterTargetArn: "arn:aws:sqs:us-east-1:000000000000:tiny-DeadLetters",
    maxReceiveCount: 2,
  });
  expect(mappings[0]).toMatchObject({
    functionName: "tiny-Worker",
    batchSize: 10,
    reportsItemFailures: true,
    maxConcurrency: 5,
  });
});

test("a route carries the function, the issuer and the scopes it hangs on", () => {
  const { routes: found } = readTiny(
    httpApi({ "GET /a/{id}": { to: "Worker", scopes: ["x"] }, "GET /b": { to: "Worker", open: true } }),
  );
  expect(found).toMatchObject([
    {
      routeKey: "GET /a/{id}",
      functionName: "tiny-Worker",
      authorizer: { audience: ["followthrough-local"] },
      scopes: ["x"],
    },
    { routeKey: "GET /b", authorizer: undefined, scopes: [] },
  ]);
});

test.each([
  ["a resource type nobody modelled", { Box: { Type: "AWS::S3::Bucket" } }, "AWS::S3::Bucket (Box)"],
  ["a queue filter", queueInto("Worker", { mapping: { FilterCriteria: {} } }), "does not filter messages"],
  [
    "an attribute nobody modelled",
    queueInto("Worker", { mapping: { EventSourceArn: { "Fn::GetAtt": ["Work", "Size"] } } }),
    "the attribute Size",
  ],
  ["a reference into nothing", queueInto("Missing"), "Missing"],
])("%s is refused by name", (_, resources, message) => {
  expect(() => readTiny(resources)).toThrow(message);
});
