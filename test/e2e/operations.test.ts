import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type Stack, startStack } from "../../local/stack.ts";
import { runOps } from "../../scripts/ops/run-ops.ts";
import { FollowupId } from "../../shared/contracts/ids.ts";
import { RunAccepted } from "../../shared/contracts/run.ts";

let stack: Stack;
const dataDir = mkdtempSync(join(tmpdir(), "followthrough-operations-"));

beforeAll(async () => {
  stack = await startStack({ dataDir });
});
afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true });
});

/** One command line of an operator. */
async function ops(...args: readonly string[]) {
  const token = await stack.token("op-1", { operator: true });
  return runOps(args, { FOLLOWTHROUGH_URL: stack.origin, FOLLOWTHROUGH_TOKEN: token });
}

test("the doctor finds a healthy stack well, down to a wake that fires", async () => {
  const { out, exitCode } = await ops("doctor");
  expect(out).not.toContain("WRONG");
  expect(out).toMatch(/A follow-up was scheduled by the agent, fired [\d.]+ s after it was made due/);
  expect(exitCode).toBe(0);
});

test("the doctor says that access to the model is missing, and where to get it", async () => {
  const control = async (disturbance: object) => {
    const { status } = await fetch(`${stack.endpoints.bedrock}/_control`, {
      method: "POST",
      body: JSON.stringify(disturbance),
    });
    expect(status).toBe(200);
  };
  await control({ fail: { error: "AccessDeniedException", times: 1_000 } });
  const { out, exitCode } = await ops("doctor");
  expect([exitCode, out]).toEqual([
    1,
    expect.stringMatching(/WRONG +Bedrock refuses the model: its access is missing/),
  ]);
  await control({ reset: true });
});

test("a message that cannot be worked on ends as a dead letter, is shown, and can be put back", async () => {
  const sqs = new SQSClient({
    endpoint: stack.endpoints.sqs,
    region: stack.blueprint.region,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const { name = "" } = stack.blueprint.queues.find((queue) => queue.name.includes("WakesQueue")) ?? {};
  const QueueUrl = `${stack.endpoints.sqs}/${stack.blueprint.accountId}/${name}`;
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"about":"nothing"}' }));
  await stack.settle();
  await expect.poll(async () => (await ops("dead-letters")).out).toMatch(/wakes +1 .*about=nothing/);
  const { out, exitCode } = await ops("doctor", "--skip-wake");
  expect([exitCode, out]).toEqual([1, expect.stringMatching(/WRONG +wakes gave up on 1 messages/)]);
  expect((await ops("redrive", "wakes")).out).toBe("Messages back on wakes: 1.");
  sqs.destroy();
});

test("an agent elsewhere schedules through the function of the tools, and its history names the session's agent", async () => {
  const token = await stack.token("ada");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ agent: "researcher", input: "Say what is known." });
  const accepted = await fetch(`${stack.origin}/api/runs`, { method: "POST", headers, body });
  const run = RunAccepted.parse(await accepted.json());
  await stack.settle();
  const propagated = { "x-followthrough-owner": "ada", "x-followthrough-session-id": run.session_id };
  const custom = {
    bedrockAgentCoreToolName: "tools___schedule_follow_up",
    bedrockAgentCorePropagatedHeaders: propagated,
  };
  const answer = await fetch(`${stack.origin}/2015-03-31/functions/agent-tools/invocations`, {
    method: "POST",
    headers: { "x-amz-client-context": Buffer.from(JSON.stringify({ custom })).toString("base64") },
    body: JSON.stringify({ description: "Look whether there is more.", in: "3d" }),
  });
  const { id } = z.object({ id: FollowupId }).parse(await answer.json());
  const { out } = await ops("history", id, "--session", run.session_id);
  expect(out).toContain("Look whether there is more.");
  expect(out).toMatch(/scheduled +researcher/);
});
