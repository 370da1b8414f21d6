import * as z from "zod";
import type { ToolOutcome } from "../agents/turn-tool.ts";
import { type Json, JsonObject } from "../contracts/json.ts";
import { JsonObjectText } from "../contracts/json-text.ts";
import { offeredTools } from "./offered-tools.ts";
import type { OutsideCall } from "./outside-call.ts";
import { type ParameterType, parametersOf } from "./tool-parameters.ts";

/** What is said of a call that failed here. */
export const toolFailed = "The tool failed. Nothing is known to have been scheduled.";

/** The session attributes in which the application names the conversation. The model cannot set them. */
const bedrockAttributes = { owner: "followthrough_owner", session: "followthrough_session_id" } as const;

const Parameter = z.object({ name: z.string().min(1), type: z.string(), value: z.string() });
const Attributes = z.record(z.string(), z.unknown());

/** An event of a Bedrock Agents action group that is defined by function details. */
export const BedrockEvent = z.object({
  messageVersion: z.literal("1.0"),
  actionGroup: z.string().min(1),
  function: z.string().min(1),
  parameters: z.array(Parameter).default([]),
  sessionAttributes: Attributes.default({}),
  promptSessionAttributes: Attributes.default({}),
  knowledgeBasesConfiguration: z.unknown().optional(),
});
export type BedrockEvent = z.infer<typeof BedrockEvent>;

/** What Bedrock Agents is answered. The attributes go back as they came: what is left out would be forgotten. */
export type BedrockReply = {
  readonly messageVersion: "1.0";
  readonly response: {
    readonly actionGroup: string;
    readonly function: string;
    readonly functionResponse: {
      readonly responseState?: "FAILURE" | "REPROMPT";
      readonly responseBody: { readonly TEXT: { readonly body: string } };
    };
  };
  readonly sessionAttributes: Readonly<Record<string, unknown>>;
  readonly promptSessionAttributes: Readonly<Record<string, unknown>>;
  readonly knowledgeBasesConfiguration?: unknown;
};

/** The call in an event. Values are strings; they are read by the type that came along, and objects by the tool's own. */
export function readBedrockCall(event: BedrockEvent): OutsideCall {
  const types = typesOf(event.function);
  const input = event.parameters.map(({ name, type, value }) => [
    name,
    types.get(name) === "object" ? objectIn(value) : typed(type, value),
  ]);
  return {
    tool: event.function,
    input: JsonObject.parse(Object.fromEntries(input)),
    owner: textIn(event.sessionAttributes[bedrockAttributes.owner]),
    session_id: textIn(event.sessionAttributes[bedrockAttributes.session]),
  };
}

/** The answer. A refusal goes back to the model with what is allowed; `null`: it failed, and asking again is no use. */
export function bedrockReply(event: BedrockEvent, outcome: ToolOutcome | null): BedrockReply {
  const state = outcome === null ? "FAILURE" : "REPROMPT";
  return {
    messageVersion: "1.0",
    response: {
      actionGroup: event.actionGroup,
      function: event.function,
      functionResponse: {
        ...(outcome?.ok === true ? {} : { responseState: state }),
        responseBody: { TEXT: { body: outcome?.text ?? toolFailed } },
      },
    },
    sessionAttributes: event.sessionAttributes,
    promptSessionAttributes: event.promptSessionAttributes,
    ...(event.knowledgeBasesConfiguration === undefined
      ? {}
      : { knowledgeBasesConfiguration: event.knowledgeBasesConfiguration }),
  };
}

function typesOf(tool: string): ReadonlyMap<string, ParameterType> {
  const offered = offeredTools.find(({ name }) => name === tool);
  return new Map(offered === undefined ? [] : parametersOf(offered.input).map(({ name, type }) => [name, type]));
}

/** A number that is none, or none that JSON can say, stays the text it is, and is refused by the tool with what would be right. */
function typed(type: string, value: string): Json {
  if (type === "boolean") return value === "true";
  if (type !== "number" && type !== "integer") return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** An object that is written as text; what is no object stays text and is refused by the tool. */
function objectIn(value: string): Json {
  const object = JsonObjectText.safeParse(value);
  return object.success ? object.data : value;
}

const textIn = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
