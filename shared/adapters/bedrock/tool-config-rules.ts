import type { BrokenRule } from "./broken-rule.ts";
import {
  type ConverseRequest,
  type ConverseTool,
  idsOf,
  isBlank,
  isPlainObject,
  toolNameForm,
} from "./converse-request.ts";

/** The rules about the tools a request offers. */
export function brokenTools(request: ConverseRequest): readonly BrokenRule[] {
  const messages = request.messages ?? [];
  const hasToolBlocks = messages.some(
    (message) => idsOf(message, "toolUse").length + idsOf(message, "toolResult").length > 0,
  );
  if (request.toolConfig === undefined) {
    return hasToolBlocks
      ? [
          {
            rule: "tool_config_present",
            detail: "The toolConfig field must be defined when using toolUse and toolResult content blocks.",
          },
        ]
      : [];
  }
  const tools = request.toolConfig.tools ?? [];
  const names = tools.flatMap((tool) => (tool.toolSpec === undefined ? [] : [tool.toolSpec.name ?? ""]));
  const broken: BrokenRule[] = tools.flatMap(brokenTool);
  if (names.length === 0) {
    broken.push({ rule: "tools_not_empty", detail: "The toolConfig.tools field must have at least one toolSpec." });
  }
  if (new Set(names).size !== names.length) {
    broken.push({
      rule: "tool_names_unique",
      detail: "The toolConfig.tools field contains tools with the same name. Tool names must be unique.",
    });
  }
  const chosen = request.toolConfig.toolChoice?.tool;
  if (chosen !== undefined && !names.includes(chosen.name ?? "")) {
    broken.push({
      rule: "tool_choice_known",
      detail: "The tool named at toolConfig.toolChoice.tool.name is not in toolConfig.tools.",
    });
  }
  return broken;
}

function brokenTool(tool: ConverseTool, index: number): readonly BrokenRule[] {
  const spec = tool.toolSpec;
  if (spec === undefined) return [];
  const where = `toolConfig.tools.${index}.toolSpec`;
  const broken: BrokenRule[] = [];
  if (!toolNameForm.test(spec.name ?? "")) {
    broken.push({
      rule: "tool_name_form",
      detail: `The value at ${where}.name failed to satisfy the constraint: [a-zA-Z0-9_-]{1,64}.`,
    });
  }
  if (spec.description !== undefined && isBlank(spec.description)) {
    broken.push({
      rule: "tool_description_not_blank",
      detail: `The value at ${where}.description must have a length of at least 1.`,
    });
  }
  const schema = spec.inputSchema?.json;
  if (!isPlainObject(schema) || schema["type"] !== "object") {
    broken.push({
      rule: "tool_schema_is_object",
      detail: `The value at ${where}.inputSchema.json.type must be one of the following: object.`,
    });
  }
  return broken;
}
