import type {
  ContentBlock,
  ConverseCommandOutput,
  ReasoningContentBlock,
  StopReason,
} from "@aws-sdk/client-bedrock-runtime";
import { JsonObject } from "../../contracts/json.ts";
import { wellFormed } from "../../domain/text/well-formed.ts";
import { Fault } from "../../errors/fault.ts";
import type { ModelReply, Part, Thought } from "../../ports/model.ts";
import { isBlank } from "./converse-request.ts";

/** What Bedrock answered, as the port tells it. @throws Fault `model_unavailable` (retry) when the answer holds no message. */
export function toReply(output: ConverseCommandOutput, modelId: string): ModelReply {
  const message = output.output?.message;
  if (message === undefined)
    throw new Fault("model_unavailable", "retry", { model_id: modelId, reason: "empty_reply" });
  const parts = (message.content ?? []).flatMap(toPart);
  return {
    parts: parts.filter((part) => part !== "malformed"),
    stop: parts.includes("malformed") ? "malformed" : stopOf(output.stopReason),
    usage: {
      // Tokens read from and written to the cache are counted apart from the rest.
      input_tokens:
        (output.usage?.inputTokens ?? 0) +
        (output.usage?.cacheReadInputTokens ?? 0) +
        (output.usage?.cacheWriteInputTokens ?? 0),
      output_tokens: output.usage?.outputTokens ?? 0,
      calls: 1,
    },
  };
}

function toPart(block: ContentBlock): readonly (Part | "malformed")[] {
  if (block.reasoningContent !== undefined) return toThought(block.reasoningContent);
  if (block.text !== undefined) return isBlank(block.text) ? [] : [{ type: "text", text: block.text.toWellFormed() }];
  if (block.toolUse === undefined) return [];
  const input = JsonObject.safeParse(block.toolUse.input ?? {});
  const { toolUseId, name } = block.toolUse;
  if (!input.success || toolUseId === undefined || name === undefined) return ["malformed"];
  return [{ type: "tool_use", id: toolUseId, name, input: wellFormed(input.data) as JsonObject }];
}

/** What is not sealed was cut off or is no thought that the model would take back. */
function toThought({ reasoningText: said, redactedContent: redacted }: ReasoningContentBlock): readonly Thought[] {
  if (redacted !== undefined) return [{ type: "thought", sealed: { redacted } }];
  if (said?.signature === undefined) return [];
  // Where the text is kept back it may be missing, and Bedrock wants the field all the same.
  return [{ type: "thought", sealed: { text: said.text ?? "", signature: said.signature } }];
}

/** A reason nobody knew when this was written is treated like a broken answer, which is asked for again. */
function stopOf(reason: StopReason | "refusal" | undefined): ModelReply["stop"] {
  switch (reason) {
    case "end_turn":
    case "stop_sequence":
      return "end";
    case "tool_use":
      return "tool_use";
    case "max_tokens":
      return "max_tokens";
    case "model_context_window_exceeded":
      return "context_full";
    case "guardrail_intervened":
    case "content_filtered":
    // What newer models of Anthropic call it when they will not answer; the SDK does not list it.
    case "refusal":
      return "filtered";
    case "malformed_tool_use":
    case "malformed_model_output":
    case undefined:
      return "malformed";
    default:
      return "malformed";
  }
}
