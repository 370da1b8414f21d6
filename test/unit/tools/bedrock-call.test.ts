import {
  BedrockAgentFunctionResolver,
  BedrockFunctionResponse,
} from "@aws-lambda-powertools/event-handler/bedrock-agent";
import type {
  BedrockAgentFunctionEvent,
  BedrockAgentFunctionResponse,
} from "@aws-lambda-powertools/event-handler/types";
import type { Context } from "aws-lambda";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToolOutcome } from "../../../shared/agents/turn-tool.ts";
import { toolsHandler } from "../../../shared/runtime/tools-handler.ts";
import { BedrockEvent, readBedrockCall, toolFailed } from "../../../shared/tools/bedrock-call.ts";
import { keptLog } from "../../support/http.ts";

/** What a tool says of a call, in the words of both: `failed` is a tool that threw here. */
type Said =
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "refused"; readonly text: string }
  | { readonly kind: "failed" };

const context = { awsRequestId: "r1" } as Context;

/** The Powertools resolver, with this function as its only tool: what it read and what it answers. */
async function resolved(event: BedrockAgentFunctionEvent, said: Said) {
  const read: unknown[] = [];
  const resolver = new BedrockAgentFunctionResolver({ logger: keptLog().log });
  resolver.tool(
    async (params) => {
      read.push(params);
      if (said.kind === "value") return JSON.parse(said.text);
      return new BedrockFunctionResponse({
        body: said.kind === "refused" ? said.text : toolFailed,
        responseState: said.kind === "refused" ? "REPROMPT" : "FAILURE",
        sessionAttributes: event.sessionAttributes,
        promptSessionAttributes: event.promptSessionAttributes,
        ...(event.knowledgeBasesConfiguration && { knowledgeBasesConfiguration: event.knowledgeBasesConfiguration }),
      });
    },
    { name: event.function, description: "What is compared." },
  );
  const answer = await resolver.resolve(event, context);
  return { read, answer };
}

/** The same of the function here. */
async function answeredHere(event: BedrockAgentFunctionEvent, said: Said) {
  const read: unknown[] = [];
  const handler = toolsHandler(async ({ input }): Promise<ToolOutcome> => {
    read.push(input);
    if (said.kind === "failed") throw new Error("down");
    return { ok: said.kind === "value", text: said.text };
  }, keptLog().log);
  const answer = await handler(event, context);
  return { read, answer };
}

/** An event as Bedrock Agents sends it, checked against the types of the oracle. */
function sent(more: Pick<BedrockAgentFunctionEvent, "function"> & Partial<BedrockAgentFunctionEvent>) {
  return {
    messageVersion: "1.0",
    agent: { name: "Outside", id: "A1B2C3D4E5", alias: "TSTALIASID", version: "DRAFT" },
    inputText: "Look again tomorrow.",
    sessionId: "000000000000000",
    actionGroup: "followthrough",
    sessionAttributes: {
      followthrough_owner: "ada",
      followthrough_session_id: "ses_01J00000000000000000000001",
      tier: "gold",
    },
    promptSessionAttributes: { tone: "short" },
    ...more,
  } satisfies BedrockAgentFunctionEvent;
}

const scheduled: Said = { kind: "value", text: JSON.stringify({ id: "fu_1", status: "scheduled" }) };
const id = { name: "id", type: "string", value: "fu_1" } as const;

describe("the Powertools resolver reads and answers an event as the function here does", () => {
  test.each<{ readonly what: string; readonly event: BedrockAgentFunctionEvent; readonly said: Said }>([
    {
      what: "a call with a value for an answer",
      event: sent({ function: "cancel_follow_up", parameters: [id] }),
      said: scheduled,
    },
    {
      what: "no parameters at all",
      event: sent({ function: "list_follow_ups" }),
      said: { kind: "value", text: '{"follow_ups":[]}' },
    },
    {
      what: "knowledge bases",
      event: sent({ function: "list_follow_ups", parameters: [], knowledgeBasesConfiguration: { one: { two: 3 } } }),
      said: { kind: "value", text: '{"follow_ups":[]}' },
    },
    {
      what: "a refusal",
      event: sent({ function: "cancel_follow_up", parameters: [id] }),
      said: { kind: "refused", text: '{"error":"There is none."}' },
    },
    { what: "a failure", event: sent({ function: "cancel_follow_up", parameters: [id] }), said: { kind: "failed" } },
  ])("$what", async ({ event, said }) => {
    const [here, there] = [await answeredHere(event, said), await resolved(event, said)];
    const answer: BedrockAgentFunctionResponse = there.answer;
    expect(here).toEqual({ read: there.read, answer });
    expect(there.read).toHaveLength(1);
  });

  test("parameters of every type, whatever is written in them", async () => {
    const written = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.constantFrom("true", "false", "", "[a, b]", "0x10", " 7 "),
    );
    const parameter = fc.record({
      name: fc.constantFrom("description", "in", "at", "dedup_key", "other"),
      type: fc.constantFrom("string", "number", "integer", "boolean", "array"),
      value: written.filter((value) => !/Infinity|\d{3,}e|e\+?\d{3,}/iu.test(value)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(parameter, { maxLength: 5 }), async (parameters) => {
        const event = sent({ function: "schedule_follow_up", parameters });
        expect(await answeredHere(event, scheduled)).toEqual(await resolved(event, scheduled));
      }),
      { numRuns: 300 },
    );
  });
});

test.each(["Infinity", "-Infinity", "1e999"])("a number that JSON has no word for stays the text %s", (value) => {
  const parameters = [{ name: "half", type: "number", value }];
  expect(readBedrockCall(event({ parameters })).input).toEqual({ half: value });
});

const event = (more: object = {}) =>
  BedrockEvent.parse({
    messageVersion: "1.0",
    actionGroup: "followthrough",
    function: "schedule_follow_up",
    sessionAttributes: { followthrough_owner: "ada", followthrough_session_id: "ses_1" },
    promptSessionAttributes: {},
    ...more,
  });

test("the conversation comes from the session attributes, whatever the parameters say", () => {
  const parameters = ["owner", "session_id", "followthrough_owner", "followthrough_session_id"].map((name) => ({
    name,
    type: "string",
    value: "eve",
  }));
  expect(readBedrockCall(event({ parameters }))).toMatchObject({ owner: "ada", session_id: "ses_1" });
  const promptSessionAttributes = { followthrough_owner: "eve", followthrough_session_id: "ses_2" };
  expect(readBedrockCall(event({ sessionAttributes: {}, promptSessionAttributes }))).toMatchObject({
    owner: null,
    session_id: null,
  });
});

test.each([
  { value: '{"step":2}', read: { step: 2 } },
  { value: "step 2", read: "step 2" },
  { value: "[1]", read: "[1]" },
])("a context written as $value is read as what it is", ({ value, read }) => {
  const parameters = [{ name: "context", type: "string", value }];
  expect(readBedrockCall(event({ parameters })).input).toEqual({ context: read });
});
