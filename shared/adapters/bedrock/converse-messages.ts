import type { ContentBlock, Message, ReasoningContentBlock } from "@aws-sdk/client-bedrock-runtime";
import type { ModelMessage, Part, Thought } from "../../ports/model.ts";
import { isBlank } from "./converse-request.ts";

type ToolResult = Extract<Part, { type: "tool_result" }>;

/**
 * Messages as Converse takes them: blank text is dropped, messages without content are dropped, and neighbours of one
 * role become one message. Text beside tool results goes into the last result, since several models refuse the mixture.
 * Without tools an earlier exchange of tool calls is told as text, since tool blocks need a tool configuration, and what was
 * thought about it is left out. So is an answer of thoughts alone, which Bedrock takes for no answer.
 */
export function toConverseMessages(messages: readonly ModelMessage[], hasTools: boolean): readonly Message[] {
  const merged: { role: ModelMessage["role"]; parts: Part[] }[] = [];
  for (const message of messages) {
    const parts = message.parts.filter((part) => isSaid(part) || (hasTools && part.type === "thought"));
    const last = merged.at(-1);
    if (!parts.some(isSaid)) continue;
    if (last?.role === message.role) last.parts.push(...parts);
    else merged.push({ role: message.role, parts: [...parts] });
  }
  if (merged[0]?.role === "assistant") {
    merged.unshift({ role: "user", parts: [{ type: "text", text: "(Earlier messages are left out.)" }] });
  }
  return merged.map(({ role, parts }) => ({ role, content: toBlocks(hasTools ? parts : parts.map(toldAsText)) }));
}

const isSaid = (part: Part): boolean => part.type !== "thought" && (part.type !== "text" || !isBlank(part.text));

function toBlocks(parts: readonly Part[]): ContentBlock[] {
  const results = parts.filter((part) => part.type === "tool_result");
  const last = results.at(-1);
  if (last === undefined) return parts.flatMap(toBlock);
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return results.map((result) => toResultBlock(result, result === last ? texts : []));
}

function toBlock(part: Part): ContentBlock[] {
  switch (part.type) {
    case "text":
      return [{ text: part.text }];
    case "tool_use":
      // The SDK's document type is a mutable twin of JSON.
      return [{ toolUse: { toolUseId: part.id, name: part.name, input: structuredClone(part.input) as never } }];
    case "tool_result":
      return [toResultBlock(part, [])];
    case "thought":
      return [{ reasoningContent: toReasoning(part) }];
  }
}

function toReasoning({ sealed }: Thought): ReasoningContentBlock {
  return "redacted" in sealed ? { redactedContent: sealed.redacted } : { reasoningText: { ...sealed } };
}

function toResultBlock(result: ToolResult, more: readonly string[]): ContentBlock {
  const texts = [isBlank(result.text) ? "(no output)" : result.text, ...more];
  return {
    toolResult: {
      toolUseId: result.id,
      content: texts.map((text) => ({ text })),
      status: result.ok ? "success" : "error",
    },
  };
}

function toldAsText(part: Part): Part {
  switch (part.type) {
    case "text":
    case "thought":
      return part;
    case "tool_use":
      return { type: "text", text: `(Called ${part.name} with ${JSON.stringify(part.input)})` };
    case "tool_result":
      return { type: "text", text: `(${part.ok ? "Result" : "Error"}: ${part.text})` };
  }
}
