import { expect, test } from "vitest";
import type { ToolOutcome } from "../../../shared/agents/turn-tool.ts";
import { toolsHandler } from "../../../shared/runtime/tools-handler.ts";
import type { OutsideCall } from "../../../shared/tools/outside-call.ts";
import { keptLog } from "../../support/http.ts";

const bedrock = {
  messageVersion: "1.0",
  actionGroup: "followthrough",
  function: "list_follow_ups",
  sessionAttributes: { followthrough_owner: "ada", followthrough_session_id: "ses_1" },
};
const clientContext = {
  custom: {
    bedrockAgentCoreToolName: "t___list_follow_ups",
    bedrockAgentCorePropagatedHeaders: { "x-followthrough-owner": "ada", "x-followthrough-session-id": "ses_1" },
  },
} as never;

/** A handler over tools that answer so, with the calls it made. */
function handlerOver(answer: () => ToolOutcome) {
  const calls: (readonly [OutsideCall, string])[] = [];
  const { log, lines } = keptLog();
  const handler = toolsHandler(async (call, key) => {
    calls.push([call, key]);
    return answer();
  }, log);
  return { handler, calls, lines };
}

const call = { tool: "list_follow_ups", input: {}, owner: "ada", session_id: "ses_1" };

test("both kinds of agents make the same call, named by its request", async () => {
  const { handler, calls } = handlerOver(() => ({ ok: true, text: '{"follow_ups":[]}' }));
  const answer = await handler(bedrock, { awsRequestId: "r1" });
  expect(answer).toMatchObject({
    response: { functionResponse: { responseBody: { TEXT: { body: '{"follow_ups":[]}' } } } },
  });
  expect(await handler({}, { awsRequestId: "r2", clientContext })).toEqual({ follow_ups: [] });
  expect(calls).toEqual([
    [call, "r1"],
    [call, "r2"],
  ]);
});

test("a refusal goes back to the model, with what is allowed", async () => {
  const { handler } = handlerOver(() => ({ ok: false, text: '{"error":"At most 20."}' }));
  expect(await handler(bedrock)).toMatchObject({ response: { functionResponse: { responseState: "REPROMPT" } } });
  expect(await handler({}, { clientContext })).toEqual({ error: "At most 20." });
});

test("what fails is said to have failed, without internals, and logged with them", async () => {
  const { handler, lines } = handlerOver(() => {
    throw new RangeError("secret");
  });
  const answers = [await handler(bedrock), await handler({}, { clientContext })];
  expect(answers[0]).toMatchObject({ response: { functionResponse: { responseState: "FAILURE" } } });
  expect(answers[1]).toEqual({ error: expect.stringContaining("Nothing is known to have been scheduled") });
  expect(JSON.stringify(answers)).not.toContain("secret");
  expect(lines).toMatchObject([
    { code: "tool_failed", error: "RangeError", tool: "list_follow_ups" },
    { code: "tool_failed" },
  ]);
});

test("an event of neither kind is a failure of the caller", async () => {
  const { handler, calls } = handlerOver(() => ({ ok: true, text: "{}" }));
  await expect(handler({ function: "list_follow_ups" })).rejects.toThrow("tool_event_unknown");
  expect(calls).toEqual([]);
});

test("only a tool and a session that there can be are logged", async () => {
  const { handler, lines } = handlerOver(() => ({ ok: false, text: "{}" }));
  const session = "ses_01KB9V6M2N8Q4R7T0W3X5Y6Z1A";
  const attributes = { followthrough_owner: "ada", followthrough_session_id: session };
  await handler({ ...bedrock, sessionAttributes: attributes });
  await handler({
    ...bedrock,
    function: "my diary",
    sessionAttributes: { ...attributes, followthrough_session_id: "eyJhbGciOi.secret" },
  });
  expect(lines).toEqual([
    { level: "info", code: "tool_called", tool: "list_follow_ups", session_id: session, ok: false },
    { level: "info", code: "tool_called", tool: null, session_id: null, ok: false },
  ]);
});
