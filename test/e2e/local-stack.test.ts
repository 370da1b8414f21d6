import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { loadSigningKey } from "../../local/auth/signing-key.ts";
import { type Stack, startStack } from "../../local/stack.ts";
import { scenarios } from "../scenarios/catalogue.ts";
import type { Deployment } from "../scenarios/deployment.ts";
import { badTokens } from "../support/bad-tokens.ts";

let stack: Stack;
let deployment: Deployment;
const dataDir = mkdtempSync(join(tmpdir(), "followthrough-e2e-"));

beforeAll(async () => {
  stack = await startStack({ dataDir, clock: "virtual" });
  deployment = {
    origin: stack.origin,
    token: (owner, options) => stack.token(owner, options),
    pass: async (by) => void (await stack.advance(by)),
    badTokens: async () => await badTokens(stack.origin, await loadSigningKey(dataDir)),
  };
});

afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("the local stack, over HTTP", () => {
  test.each(scenarios)("$name", ({ play }) => play(deployment));
});
