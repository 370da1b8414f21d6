import { EventStreamCodec } from "@smithy/core/event-streams";
import { fromUtf8, toUtf8 } from "@smithy/core/serde";
import type { Json, JsonObject } from "../../shared/contracts/json.ts";
import type { BedrockError } from "./bedrock-error.ts";
import { type AssistantTurn, type ConverseBody, estimateTokens } from "./converse-body.ts";

const codec = new EventStreamCodec(toUtf8, fromUtf8);
/** Characters of one delta of a stream. */
const deltaCharacters = 80;

/** The body of a Converse answer. */
export function toConverseReply(turn: AssistantTurn, body: ConverseBody, latencyMs: number): JsonObject {
  return {
    output: { message: { role: "assistant", content: [...toReasoning(turn), ...turn.content] } },
    stopReason: turn.stop_reason,
    usage: usageOf(turn, body),
    metrics: { latencyMs },
  };
}

/** The frames of a ConverseStream answer, one by one. */
export function* toStreamFrames(turn: AssistantTurn, body: ConverseBody, latencyMs: number): Generator<Uint8Array> {
  yield eventFrame("messageStart", { role: "assistant" });
  for (const [contentBlockIndex, block] of [...toReasoning(turn), ...turn.content].entries()) {
    if ("reasoningContent" in block) {
      const { text, ...seal } = block.reasoningContent.reasoningText;
      for (const piece of [...pieces(text).map((said) => ({ text: said })), seal]) {
        yield eventFrame("contentBlockDelta", { contentBlockIndex, delta: { reasoningContent: piece } });
      }
    } else if ("toolUse" in block) {
      const { toolUseId, name, input } = block.toolUse;
      yield eventFrame("contentBlockStart", { contentBlockIndex, start: { toolUse: { toolUseId, name } } });
      for (const piece of pieces(JSON.stringify(input))) {
        yield eventFrame("contentBlockDelta", { contentBlockIndex, delta: { toolUse: { input: piece } } });
      }
    } else {
      for (const piece of pieces(block.text)) {
        yield eventFrame("contentBlockDelta", { contentBlockIndex, delta: { text: piece } });
      }
    }
    yield eventFrame("contentBlockStop", { contentBlockIndex });
  }
  yield eventFrame("messageStop", { stopReason: turn.stop_reason });
  yield eventFrame("metadata", { usage: usageOf(turn, body), metrics: { latencyMs } });
}

/** The frame that ends a stream with an exception. */
export function exceptionFrame(error: BedrockError): Uint8Array {
  const type = error.name.charAt(0).toLowerCase() + error.name.slice(1);
  return frame({ ":message-type": "exception", ":exception-type": type }, { message: error.message });
}

function eventFrame(type: string, body: Json): Uint8Array {
  return frame({ ":message-type": "event", ":event-type": type }, body);
}

function frame(headers: Readonly<Record<string, string>>, body: Json): Uint8Array {
  const all = { ...headers, ":content-type": "application/json" };
  const typed = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, { type: "string" as const, value }]),
  );
  return codec.encode({ headers: typed, body: fromUtf8(JSON.stringify(body)) });
}

function toReasoning({ thought }: AssistantTurn) {
  if (thought === undefined) return [];
  const { tokens: _, ...reasoningText } = thought;
  return [{ reasoningContent: { reasoningText } }];
}

function usageOf(turn: AssistantTurn, body: ConverseBody): JsonObject {
  const inputTokens =
    turn.usage?.input_tokens ??
    estimateTokens(JSON.stringify([body.system ?? [], body.messages, body.toolConfig ?? {}]));
  const said =
    turn.usage?.output_tokens ??
    estimateTokens(
      turn.content.map((block) => ("text" in block ? block.text : JSON.stringify(block.toolUse))).join(""),
    );
  const outputTokens = said + (turn.thought?.tokens ?? 0);
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
}

function pieces(text: string): readonly string[] {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / deltaCharacters) }, (_, index) =>
    characters.slice(index * deltaCharacters, (index + 1) * deltaCharacters).join(""),
  );
}
