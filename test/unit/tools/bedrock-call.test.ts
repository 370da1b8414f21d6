import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { BedrockEvent, bedrockReply, readBedrockCall } from "../../../shared/tools/bedrock-call.ts";

/** What another implementation of this format made of the same events, captured once. */
const Captured = z.object({
  cases: z.array(
    z.object({
      name: z.string(),
      event: z.record(z.string(), z.unknown()),
      says: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("value"), value: z.json() }),
        z.object({ kind: z.literal("response"), state: z.enum(["REPROMPT", "FAILURE"]), body: z.string() }),
      ]),
      params: z.record(z.string(), z.unknown()),
      response: z.unknown(),
    }),
  ),
});
const { cases } = Captured.parse(JSON.parse(readFileSync(join(import.meta.dirname, "bedrock-resolver.json"), "utf8")));

/** The outcome here that means what the other implementation was told to say. */
function outcomeOf(says: (typeof cases)[number]["says"]) {
  if (says.kind === "value") return { ok: true, text: JSON.stringify(says.value) };
  return says.state === "FAILURE" ? null : { ok: false, text: says.body };
}

describe.each(cases)("an event with $name", ({ event, says, params, response }) => {
  test("is read and answered as the Powertools resolver does", () => {
    const read = BedrockEvent.parse(event);
    expect(readBedrockCall(read).input).toEqual(params);
    expect(bedrockReply(read, outcomeOf(says))).toEqual(response);
  });
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
