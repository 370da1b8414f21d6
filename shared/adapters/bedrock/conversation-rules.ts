import type { BrokenRule } from "./broken-rule.ts";
import {
  type ConverseBlock,
  type ConverseMessage,
  idsOf,
  isBlank,
  isPlainObject,
  toolNameForm,
} from "./converse-request.ts";

/** The rules about messages: order, content, and the pairing of tool uses with their results. */
export function brokenMessages(messages: readonly ConverseMessage[]): readonly BrokenRule[] {
  return [...brokenOrder(messages), ...messages.flatMap(brokenContent), ...brokenPairs(messages)];
}

function brokenOrder(messages: readonly ConverseMessage[]): readonly BrokenRule[] {
  const broken: BrokenRule[] = [];
  if (messages[0]?.role !== "user") {
    broken.push({
      rule: "starts_with_user",
      detail:
        "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
    });
  }
  if (messages.some((message, index) => index > 0 && message.role === messages[index - 1]?.role)) {
    broken.push({
      rule: "roles_alternate",
      detail:
        "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.",
    });
  }
  if (messages.length > 0 && messages.at(-1)?.role !== "user") {
    broken.push({
      rule: "ends_with_user",
      detail: "This model does not support assistant message prefill. The conversation must end with a user message.",
    });
  }
  return broken;
}

function brokenContent(message: ConverseMessage, index: number): readonly BrokenRule[] {
  const content = message.content ?? [];
  if (content.length === 0) {
    return [
      {
        rule: "content_not_empty",
        detail: `The content field in the Message object at messages.${index} is empty. Add a ContentBlock object to the content field and try again.`,
      },
    ];
  }
  if (content.every((block) => block.reasoningContent !== undefined)) {
    // In these words Bedrock refuses it, although the conversation goes on behind it.
    const detail =
      "This model does not support assistant message prefill. The conversation must end with a user message.";
    return [{ rule: "not_only_thinking", detail }];
  }
  const broken = content.flatMap((block, at) => brokenBlock(block, message.role, `messages.${index}.content.${at}`));
  if (content.some((block) => block.toolResult !== undefined) && content.some((block) => block.text !== undefined)) {
    return [
      ...broken,
      {
        rule: "tool_results_not_mixed_with_text",
        detail: `Conversation blocks and tool result blocks cannot be provided in the same turn (messages.${index}).`,
      },
    ];
  }
  return broken;
}

function brokenBlock(block: ConverseBlock, role: string | undefined, where: string): readonly BrokenRule[] {
  const { text, toolUse, toolResult, reasoningContent, cachePoint } = block;
  const kinds = [text, toolUse, toolResult, reasoningContent, cachePoint].filter((kind) => kind !== undefined);
  if (kinds.length !== 1) {
    return [
      {
        rule: "one_kind_per_block",
        detail: `The ContentBlock object at ${where} must set exactly one of the following keys: text, toolUse, toolResult, reasoningContent, cachePoint.`,
      },
    ];
  }
  const broken: BrokenRule[] = [];
  if (block.text !== undefined && isBlank(block.text)) {
    broken.push({
      rule: "text_not_blank",
      detail: `The text field in the ContentBlock object at ${where} is blank. Add text to the text field, and try again.`,
    });
  }
  const isAssistants = (toolUse ?? reasoningContent) !== undefined;
  if ((isAssistants && role !== "assistant") || (toolResult !== undefined && role !== "user")) {
    broken.push({
      rule: "blocks_fit_role",
      detail: `The ContentBlock object at ${where} is not allowed in a message of role ${role ?? "unknown"}.`,
    });
  }
  return [...broken, ...brokenToolBlock(block, where)];
}

function brokenToolBlock(block: ConverseBlock, where: string): readonly BrokenRule[] {
  const broken: BrokenRule[] = [];
  const id = block.toolUse?.toolUseId ?? block.toolResult?.toolUseId;
  if ((block.toolUse ?? block.toolResult) !== undefined && !toolNameForm.test(id ?? "")) {
    broken.push({
      rule: "tool_use_id_form",
      detail: `The toolUseId at ${where} failed to satisfy the constraint: [a-zA-Z0-9_-]{1,64}.`,
    });
  }
  if (block.toolUse !== undefined && !toolNameForm.test(block.toolUse.name ?? "")) {
    broken.push({
      rule: "tool_name_form",
      detail: `The name at ${where}.toolUse failed to satisfy the constraint: [a-zA-Z0-9_-]{1,64}.`,
    });
  }
  if (block.toolUse !== undefined && !isPlainObject(block.toolUse.input)) {
    broken.push({
      rule: "tool_input_is_object",
      detail: `The format of the value at ${where}.toolUse.input is invalid. Provide a json object for the field and try again.`,
    });
  }
  if (block.toolResult?.content?.some((item) => item.text !== undefined && isBlank(item.text))) {
    broken.push({
      rule: "text_not_blank",
      detail: `The text field in the content at ${where}.toolResult is blank. Add text to the text field, and try again.`,
    });
  }
  return broken;
}

function brokenPairs(messages: readonly ConverseMessage[]): readonly BrokenRule[] {
  return messages.flatMap((message, index) => {
    const broken: BrokenRule[] = [];
    const asked = idsOf(message, "toolUse");
    const answered = idsOf(messages[index + 1], "toolResult");
    if (new Set(asked).size !== asked.length) {
      broken.push({ rule: "tool_use_ids_unique", detail: `messages.${index}.content: toolUse ids must be unique.` });
    }
    const missing = asked.filter((id) => !answered.includes(id));
    if (missing.length > 0) {
      broken.push({
        rule: "tool_use_answered",
        detail: `Expected toolResult blocks at messages.${index + 1}.content for the following Ids: ${missing.join(", ")}`,
      });
    }
    const results = idsOf(message, "toolResult");
    const before = idsOf(messages[index - 1], "toolUse");
    if (results.length > before.length || results.some((id) => !before.includes(id))) {
      broken.push({
        rule: "no_extra_tool_results",
        detail: `The number of toolResult blocks at messages.${index}.content exceeds the number of toolUse blocks of previous turn.`,
      });
    }
    return broken;
  });
}
