import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Stack, startStack } from "../../local/stack.ts";
import type { Deployment } from "../scenarios/deployment.ts";
import * as mainJob from "../scenarios/main-job.ts";

let stack: Stack;
let deployment: Deployment;
const dataDir = mkdtempSync(join(tmpdir(), "followthrough-e2e-"));

beforeAll(async () => {
  stack = await startStack({ dataDir, clock: "virtual" });
  deployment = {
    origin: stack.origin,
    token: (owner, options) => stack.token(owner, options),
    pass: async (by) => void (await stack.advance(by)),
  };
});

afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("the local stack, over HTTP", () => {
  test("a report, a question about it, and follow-ups that run only what changed", () =>
    mainJob.reportAndFollowUps(deployment));
  test("three rapid messages: all accounted for, the last instruction wins", () =>
    mainJob.threeRapidMessages(deployment));
  test("twenty messages at once: all end, versions without gaps, nothing runs twice", () =>
    mainJob.twentyMessagesAtOnce(deployment));
  test("an agent that said it will check back in 30 minutes does, once", () => mainJob.checkBackLater(deployment));
  test("a wake that is cancelled before it is due never fires", () => mainJob.cancelBeforeItIsDue(deployment));
});
