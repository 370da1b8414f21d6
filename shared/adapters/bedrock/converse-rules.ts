import type { BrokenRule } from "./broken-rule.ts";
import type { ModelCapabilities } from "./capabilities.ts";
import { brokenMessages } from "./conversation-rules.ts";
import { type ConverseRequest, isBlank } from "./converse-request.ts";
import { refusesThinking, thinkingTypeOf } from "./thinking.ts";
import { brokenTools } from "./tool-config-rules.ts";

const cachePointsAtMost = 4;

/**
 * Every rule of the Converse API that the request breaks, whatever the model; empty when it may be sent.
 * Rules and wordings are Bedrock's own ValidationException texts.
 */
export function brokenRules(request: ConverseRequest): readonly BrokenRule[] {
  return [
    ...brokenMessages(request.messages ?? []),
    ...brokenSystem(request),
    ...brokenTools(request),
    ...brokenLimits(request),
  ];
}

/** What the request asks for that this model does not do. */
export function unsupportedBy(request: ConverseRequest, capabilities: ModelCapabilities): readonly BrokenRule[] {
  const broken: BrokenRule[] = [];
  const choice = request.toolConfig?.toolChoice;
  if (!capabilities.forced_tool_choice && (choice?.any !== undefined || choice?.tool !== undefined)) {
    broken.push({
      rule: "forced_tool_choice_unsupported",
      detail:
        "This model doesn't support the toolConfig.toolChoice.any or toolConfig.toolChoice.tool field. Remove it and try again.",
    });
  }
  if (!capabilities.strict_tools && request.toolConfig?.tools?.some((tool) => tool.toolSpec?.strict === true)) {
    broken.push({
      rule: "strict_tools_unsupported",
      detail: "This model doesn't support the toolSpec.strict field. Remove it and try again.",
    });
  }
  if (capabilities.cache_points === 0 && countCachePoints(request) > 0) {
    broken.push({
      rule: "cache_points_unsupported",
      detail: "This model doesn't support cachePoint blocks. Remove them and try again.",
    });
  }
  const maxTokens = request.inferenceConfig?.maxTokens;
  if (maxTokens !== undefined && maxTokens > capabilities.max_output_tokens) {
    broken.push({
      rule: "max_tokens_above_model",
      detail: `The maximum tokens you requested exceeds the model limit of ${capabilities.max_output_tokens}. Try again with a maximum tokens value that is lower than ${capabilities.max_output_tokens}.`,
    });
  }
  const thinking = thinkingTypeOf(request);
  if (refusesThinking(thinking, capabilities.thinking)) {
    broken.push({
      rule: "thinking_unsupported",
      detail: `"thinking.type.${String(thinking)}" is not supported for this model.`,
    });
  }
  return broken;
}

function brokenSystem(request: ConverseRequest): readonly BrokenRule[] {
  return (request.system ?? []).flatMap((block, index): readonly BrokenRule[] =>
    block.text !== undefined && isBlank(block.text)
      ? [
          {
            rule: "text_not_blank",
            detail: `The text field in the SystemContentBlock object at system.${index} is blank. Add text to the text field, and try again.`,
          },
        ]
      : [],
  );
}

function brokenLimits(request: ConverseRequest): readonly BrokenRule[] {
  const broken: BrokenRule[] = [];
  const maxTokens = request.inferenceConfig?.maxTokens;
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens >= 1)) {
    broken.push({
      rule: "max_tokens_positive",
      detail: "The value at inferenceConfig.maxTokens must be greater than or equal to 1.",
    });
  }
  if (countCachePoints(request) > cachePointsAtMost) {
    broken.push({
      rule: "cache_points_at_most_four",
      detail: `The request has more than ${cachePointsAtMost} cachePoint blocks.`,
    });
  }
  return broken;
}

function countCachePoints(request: ConverseRequest): number {
  const blocks = [
    ...(request.system ?? []),
    ...(request.toolConfig?.tools ?? []),
    ...(request.messages ?? []).flatMap((message) => message.content ?? []),
  ];
  return blocks.filter((block) => block.cachePoint !== undefined).length;
}
