import type { JsonObject } from "../../contracts/json.ts";
import type { ModelCapabilities } from "./capabilities.ts";
import { type ConverseRequest, isPlainObject } from "./converse-request.ts";

type Thinking = ModelCapabilities["thinking"];

/** Tokens that an answer gets beside its own, since Bedrock counts what a model thinks against the same maximum. */
export const roomToThink: Readonly<Record<Thinking, number>> = {
  never: 0,
  disabled: 0,
  between_tools: 1024,
  always: 4096,
};

/** The fields of a request that make a model think as little as it can. None where they might be refused. */
export function thinkLeast(thinking: Thinking): JsonObject | undefined {
  switch (thinking) {
    case "never":
      return;
    case "always":
      return { output_config: { effort: "low" } };
    default:
      return { thinking: { type: thinking } };
  }
}

/** Settings that a model takes for `thinking.type`. */
const taken: Readonly<Record<Thinking, readonly string[]>> = {
  never: [],
  disabled: ["adaptive", "disabled"],
  between_tools: ["adaptive", "between_tools"],
  always: ["adaptive"],
};

/** What a request sets `thinking.type` to; undefined when it leaves that to the model. */
export function thinkingTypeOf({ additionalModelRequestFields: fields }: ConverseRequest): unknown {
  const thinking = isPlainObject(fields) ? fields["thinking"] : undefined;
  return isPlainObject(thinking) ? thinking["type"] : undefined;
}

/** True for a setting that the model refuses. */
export function refusesThinking(type: unknown, thinking: Thinking): boolean {
  return type !== undefined && !taken[thinking].some((known) => known === type);
}
