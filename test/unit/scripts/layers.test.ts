import { expect, test } from "vitest";
import { cruise } from "../../../scripts/layers.ts";
import { withPlanted } from "./planted.ts";

const settings = [".dependency-cruiser.cjs", "tsconfig.json", "package.json"];

const fine = {
  "shared/contracts/note.ts": 'import * as z from "zod";\nexport const Note = z.string();\n',
  "shared/domain/gate.ts": 'import "../contracts/note.ts";\nexport const gate = 1;\n',
  "shared/ports/clock.ts": 'import type {} from "../domain/gate.ts";\nexport type Clock = number;\n',
  "shared/steps/accept.ts": 'import "../ports/clock.ts";\nimport "../domain/gate.ts";\nexport const accept = 1;\n',
  "shared/adapters/dynamo/store.ts": 'import "@aws-sdk/client-dynamodb";\nimport "../../ports/clock.ts";\nexport {};\n',
  "shared/runtime/edge.ts": 'import "@middy/core";\nimport "../adapters/dynamo/store.ts";\nexport {};\n',
  "functions/accept/handler.ts":
    'import "../../shared/runtime/edge.ts";\nimport "../../shared/steps/accept.ts";\nexport {};\n',
  "infra/app.ts": 'import "aws-cdk-lib";\nimport "../shared/contracts/note.ts";\nexport {};\n',
  "local/start.ts": 'import "../infra/app.ts";\nimport "../functions/accept/handler.ts";\nexport {};\n',
};

/** Stands in for the packages, which the rules know by their place only. */
const packages = Object.fromEntries(
  ["zod", "@aws-sdk/client-dynamodb", "@middy/core", "aws-cdk-lib", "fast-check"].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" })],
    [`node_modules/${name}/index.js`, ""],
  ]),
);

test("a project whose imports follow the layers has no finding, and every file of it was read", async () => {
  const verdict = await withPlanted(settings, { ...packages, ...fine }, cruise);

  expect(verdict).toEqual({ ok: true, note: `${Object.keys(fine).length} files`, details: "" });
});

test("every import against the layers is found", async () => {
  const bad = {
    ...fine,
    "shared/contracts/bad.ts": 'import "../domain/gate.ts";\nimport "@aws-sdk/client-dynamodb";\n',
    "shared/errors/bad.ts": 'import "../contracts/note.ts";\n',
    "shared/domain/bad.ts": 'import type { Clock } from "../ports/clock.ts";\nimport "node:fs";\n',
    "shared/ports/bad.ts": 'import "../adapters/dynamo/store.ts";\n',
    "shared/agents/bad.ts": 'import "../runtime/edge.ts";\n',
    "shared/steps/bad.ts": 'import "../adapters/dynamo/store.ts";\nimport "@middy/core";\nimport "node:http";\n',
    "shared/adapters/bad.ts":
      'import "../steps/accept.ts";\nimport "../../functions/accept/handler.ts";\nimport "node:https";\n',
    "agents/bad.ts": 'import "../shared/steps/accept.ts";\n',
    "functions/other/handler.ts":
      'import "../accept/handler.ts";\nimport "../../local/start.ts";\nimport "fast-check";\n',
    "infra/bad.ts": 'import "../shared/domain/gate.ts";\n',
    "scripts/bad.ts": 'import "aws-cdk-lib";\nimport "./worse.ts";\nimport "./missing.ts";\n',
    "scripts/worse.ts": 'import "./bad.ts";\n',
  };

  const { ok, details } = await withPlanted(settings, { ...packages, ...bad }, cruise);

  expect(ok).toBe(false);
  expect(details.split("\n").sort()).toEqual([
    "functions-apart: functions/other/handler.ts -> functions/accept/handler.ts",
    "layer-adapters: shared/adapters/bad.ts -> functions/accept/handler.ts",
    "layer-adapters: shared/adapters/bad.ts -> shared/steps/accept.ts",
    "layer-agent-kit: shared/agents/bad.ts -> shared/runtime/edge.ts",
    "layer-agents: agents/bad.ts -> shared/steps/accept.ts",
    "layer-contracts: shared/contracts/bad.ts -> shared/domain/gate.ts",
    "layer-domain: shared/domain/bad.ts -> shared/ports/clock.ts",
    "layer-errors: shared/errors/bad.ts -> shared/contracts/note.ts",
    "layer-infra: infra/bad.ts -> shared/domain/gate.ts",
    "layer-ports: shared/ports/bad.ts -> shared/adapters/dynamo/store.ts",
    "layer-product: functions/other/handler.ts -> local/start.ts",
    "layer-steps: shared/steps/bad.ts -> shared/adapters/dynamo/store.ts",
    "no-cycles: scripts/bad.ts -> scripts/worse.ts -> scripts/bad.ts",
    "no-dev-packages-in-product: functions/other/handler.ts -> node_modules/fast-check/index.js",
    "no-io-beside-aws: shared/adapters/bad.ts -> https",
    "no-io-beside-aws: shared/domain/bad.ts -> fs",
    "no-io-beside-aws: shared/steps/bad.ts -> http",
    "no-unresolved: scripts/bad.ts -> ./missing.ts",
    "only-adapters-use-aws: shared/contracts/bad.ts -> node_modules/@aws-sdk/client-dynamodb/index.js",
    "only-infra-uses-cdk: scripts/bad.ts -> node_modules/aws-cdk-lib/index.js",
    "only-runtime-uses-middy: shared/steps/bad.ts -> node_modules/@middy/core/index.js",
    "packages-of-contracts: shared/contracts/bad.ts -> node_modules/@aws-sdk/client-dynamodb/index.js",
    "packages-of-domain: shared/domain/bad.ts -> fs",
  ]);
});

test("a file the cruiser cannot read is a finding", async () => {
  const withoutTypes = {
    "tsconfig.json": "{}",
    ".dependency-cruiser.cjs": "module.exports = { options: { exclude: 'gate' } };\n",
  };

  const { ok, details } = await withPlanted([], { ...withoutTypes, ...fine }, cruise);

  expect({ ok, details }).toEqual({ ok: false, details: "not cruised: shared/domain/gate.ts" });
});
