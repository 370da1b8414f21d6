import type { Json, JsonObject } from "../../../shared/contracts/json.ts";
import { type AssistantTurn, type ConverseBody, type ToolSpec, toolsOf } from "../converse-body.ts";
import { parseJson } from "./parse-json.ts";

/** A tool call that was made earlier in this conversation, with its result. */
export type PastCall = {
  readonly name: string;
  readonly input: JsonObject;
  readonly ok: boolean;
  readonly text: string;
};

/** A request as the model reads it. */
export type RequestView = {
  readonly system: string;
  /** Everything a user message said as text, newest message last. */
  readonly user_texts: readonly string[];
  readonly tools: readonly ToolSpec[];
  /** The tool that has to be called, when one has to be. */
  readonly forced: string | undefined;
  /** Calls of the turn that is going on: those after the last message of a person. */
  readonly past: readonly PastCall[];
  /** Grows with the conversation, so that ids made from it are new. */
  readonly position: number;
};

/** Reads the conversation. */
export function viewOf(body: ConverseBody): RequestView {
  const tools = toolsOf(body);
  const choice = body.toolConfig?.toolChoice;
  const lastSaid = body.messages.findLastIndex(
    (message) => message.role === "user" && message.content.some((block) => block.toolResult === undefined),
  );
  return {
    system: (body.system ?? []).flatMap((block) => (block.text === undefined ? [] : [block.text])).join("\n\n"),
    user_texts: body.messages
      .filter((message) => message.role === "user")
      .map((message) => message.content.flatMap((block) => (block.text === undefined ? [] : [block.text])).join("\n"))
      .filter((text) => text.trim() !== ""),
    tools,
    forced: choice?.tool?.name ?? (choice?.any !== undefined && tools.length === 1 ? tools[0]?.name : undefined),
    past: pastCalls(body.messages.slice(lastSaid + 1)),
    position: body.messages.length,
  };
}

/** What stands between `<tag>` and its closing tag in the text; undefined when it is not there. */
export function fenced(text: string, tag: string): string | undefined {
  const from = text.indexOf(`<${tag}>`);
  const to = from === -1 ? -1 : text.indexOf(`</${tag}>`, from);
  if (to === -1) return;
  return text
    .slice(from + tag.length + 2, to)
    .trim()
    .replaceAll("&lt;", "<");
}

/** Characters of a message that are read for what they ask. */
const READ_OF_MESSAGE = 16_000;

/** What is read of a message: its beginning, with single spaces, so that no pattern runs over a long stretch of nothing. */
export const readable = (message: string): string =>
  message
    .replaceAll(/[^\S\n]{2,}/g, " ")
    .replaceAll(/\n{3,}/g, "\n\n")
    .slice(0, READ_OF_MESSAGE);

/** The JSON between `<tag>` and its closing tag; undefined when it is not there or no JSON. */
export function fencedJson(text: string, tag: string): Json | undefined {
  const found = fenced(text, tag);
  return found === undefined ? undefined : parseJson(found);
}

/** A turn that calls tools. Ids are unique in the conversation because they hold its length. */
export function callTools(
  view: RequestView,
  calls: readonly { readonly name: string; readonly input: JsonObject }[],
): AssistantTurn {
  return {
    content: calls.map(({ name, input }, index) => ({
      toolUse: { toolUseId: `tooluse_${view.position}_${index}`, name, input },
    })),
    stop_reason: "tool_use",
  };
}

function pastCalls(messages: ConverseBody["messages"]): readonly PastCall[] {
  const results = messages.flatMap((message) =>
    message.content.flatMap((block) => (block.toolResult === undefined ? [] : [block.toolResult])),
  );
  const uses = messages.flatMap((message) =>
    message.content.flatMap((block) => (block.toolUse === undefined ? [] : [block.toolUse])),
  );
  return uses.flatMap((use) => {
    const result = results.find(({ toolUseId }) => toolUseId === use.toolUseId);
    const input = isObject(use.input) ? use.input : {};
    if (result === undefined) return [];
    const text = result.content.map((item) => item.text ?? JSON.stringify(item.json ?? null)).join("\n");
    return [{ name: use.name, input, ok: result.status !== "error", text }];
  });
}

/** True for a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
