import { describe, expect, it } from "vitest";
import { capabilitiesOf } from "../../../shared/adapters/bedrock/capabilities.ts";
import type { ConverseMessage, ConverseRequest } from "../../../shared/adapters/bedrock/converse-request.ts";
import { brokenRules, unsupportedBy } from "../../../shared/adapters/bedrock/converse-rules.ts";

const user = (text = "hello"): ConverseMessage => ({ role: "user", content: [{ text }] });
const assistant = (text = "hi"): ConverseMessage => ({ role: "assistant", content: [{ text }] });
const uses = (...ids: readonly string[]): ConverseMessage => ({
  role: "assistant",
  content: ids.map((toolUseId) => ({ toolUse: { toolUseId, name: "look", input: {} } })),
});
const results = (...ids: readonly string[]): ConverseMessage => ({
  role: "user",
  content: ids.map((toolUseId) => ({ toolResult: { toolUseId, content: [{ text: "seen" }], status: "success" } })),
});
const tool = (name: string, json: unknown = { type: "object" }) => ({ toolSpec: { name, inputSchema: { json } } });
const aRequest = (difference: ConverseRequest): ConverseRequest => ({
  messages: [user()],
  system: [{ text: "Be brief." }],
  inferenceConfig: { maxTokens: 100 },
  toolConfig: { tools: [tool("look")] },
  ...difference,
});
const rulesBrokenBy = (difference: ConverseRequest) => brokenRules(aRequest(difference)).map(({ rule }) => rule);

describe("a request that may be sent", () => {
  it("breaks no rule", () => expect(rulesBrokenBy({})).toEqual([]));

  it("may hold parallel tool uses answered in one message", () => {
    expect(rulesBrokenBy({ messages: [user(), uses("a", "b"), results("b", "a")] })).toEqual([]);
  });

  it("may hold a cache point beside tool results", () => {
    const last = { role: "user", content: [...(results("a").content ?? []), { cachePoint: { type: "default" } }] };
    expect(rulesBrokenBy({ messages: [user(), uses("a"), last] })).toEqual([]);
  });

  it("may ask for a tool by name", () => {
    expect(rulesBrokenBy({ toolConfig: { tools: [tool("look")], toolChoice: { tool: { name: "look" } } } })).toEqual(
      [],
    );
  });
});

describe("each rule of a conversation", () => {
  it.each<[string, string, readonly ConverseMessage[]]>([
    ["no message at all", "starts_with_user", []],
    ["an assistant first", "starts_with_user", [assistant(), user()]],
    ["an assistant last", "ends_with_user", [user(), assistant()]],
    ["two user messages in a row", "roles_alternate", [user(), user()]],
    ["a message without content", "content_not_empty", [{ role: "user", content: [] }]],
    ["a block of two kinds", "one_kind_per_block", [{ role: "user", content: [{ text: "a", cachePoint: {} }] }]],
    ["an empty block", "one_kind_per_block", [{ role: "user", content: [{}] }]],
    ["empty text", "text_not_blank", [user("")]],
    ["spaces and line ends only", "text_not_blank", [user(" \n\t ")]],
    ["a zero-width space only", "text_not_blank", [user("\u200b")]],
    ["a tool result without answered use", "no_extra_tool_results", [results("a")]],
    ["one result too many", "no_extra_tool_results", [user(), uses("a"), results("a", "b")]],
    ["the result of another use", "no_extra_tool_results", [user(), uses("a"), results("b")]],
    ["a use without its result", "tool_use_answered", [user(), uses("a", "b"), results("a")]],
    [
      "a use whose result comes a message too late",
      "tool_use_answered",
      [user(), uses("a"), user(), assistant(), results("a")],
    ],
    ["a use at the end", "tool_use_answered", [user(), uses("a")]],
    ["one id for two uses", "tool_use_ids_unique", [user(), uses("a", "a"), results("a")]],
    ["an id with a blank", "tool_use_id_form", [user(), uses("a b"), results("a b")]],
    [
      "text beside a tool result",
      "tool_results_not_mixed_with_text",
      [user(), uses("a"), { role: "user", content: [...(results("a").content ?? []), { text: "and also" }] }],
    ],
    [
      "an answer of thoughts alone",
      "not_only_thinking",
      [user(), { role: "assistant", content: [{ reasoningContent: {} }] }, user()],
    ],
    [
      "a thought by the user",
      "blocks_fit_role",
      [{ role: "user", content: [{ reasoningContent: {} }, { text: "hello" }] }],
    ],
    ["a tool use by the user", "blocks_fit_role", [{ role: "user", content: uses("a").content ?? [] }]],
    [
      "blank text in a tool result",
      "text_not_blank",
      [user(), uses("a"), { role: "user", content: [{ toolResult: { toolUseId: "a", content: [{ text: "" }] } }] }],
    ],
    [
      "tool input that is a list",
      "tool_input_is_object",
      [
        user(),
        { role: "assistant", content: [{ toolUse: { toolUseId: "a", name: "look", input: [] } }] },
        results("a"),
      ],
    ],
    [
      "a tool use with a bad name",
      "tool_name_form",
      [user(), { role: "assistant", content: [{ toolUse: { toolUseId: "a", name: "l.k", input: {} } }] }, results("a")],
    ],
  ])("%s breaks %s", (_, rule, messages) => expect(rulesBrokenBy({ messages })).toContain(rule));

  it("names the ids that are not answered, in the place where the answer belongs", () => {
    const [broken] = brokenRules(aRequest({ messages: [user(), uses("a", "b"), results("a")] }));
    expect(broken?.detail).toBe("Expected toolResult blocks at messages.2.content for the following Ids: b");
  });
});

describe("each rule of the rest", () => {
  it.each<[string, string, ConverseRequest]>([
    ["blank system text", "text_not_blank", { system: [{ text: " " }] }],
    [
      "tool blocks without tools",
      "tool_config_present",
      { messages: [user(), uses("a"), results("a")], toolConfig: undefined },
    ],
    ["an empty list of tools", "tools_not_empty", { toolConfig: { tools: [] } }],
    ["only a cache point as a tool", "tools_not_empty", { toolConfig: { tools: [{ cachePoint: {} }] } }],
    ["a tool name with a dot", "tool_name_form", { toolConfig: { tools: [tool("a.b")] } }],
    ["a tool name of 65 characters", "tool_name_form", { toolConfig: { tools: [tool("a".repeat(65))] } }],
    ["two tools of one name", "tool_names_unique", { toolConfig: { tools: [tool("a"), tool("a")] } }],
    [
      "a schema that is no object's",
      "tool_schema_is_object",
      { toolConfig: { tools: [tool("a", { type: "array" })] } },
    ],
    ["a schema that is a choice", "tool_schema_is_object", { toolConfig: { tools: [tool("a", { anyOf: [] })] } }],
    [
      "a blank description",
      "tool_description_not_blank",
      {
        toolConfig: {
          tools: [{ toolSpec: { name: "a", description: "", inputSchema: { json: { type: "object" } } } }],
        },
      },
    ],
    [
      "a choice of an unknown tool",
      "tool_choice_known",
      { toolConfig: { tools: [tool("a")], toolChoice: { tool: { name: "b" } } } },
    ],
    ["no tokens at all", "max_tokens_positive", { inferenceConfig: { maxTokens: 0 } }],
    ["half a token", "max_tokens_positive", { inferenceConfig: { maxTokens: 1.5 } }],
    [
      "five cache points",
      "cache_points_at_most_four",
      { system: Array.from({ length: 5 }, () => ({ cachePoint: {} })) },
    ],
  ])("%s breaks %s", (_, rule, difference) => expect(rulesBrokenBy(difference)).toContain(rule));
});

describe("what one model does not do", () => {
  const request = aRequest({
    system: [{ text: "Be brief." }, { cachePoint: { type: "default" } }],
    inferenceConfig: { maxTokens: 100_000 },
    toolConfig: {
      tools: [{ toolSpec: { name: "a", strict: true, inputSchema: { json: { type: "object" } } } }],
      toolChoice: { tool: { name: "a" } },
    },
  });
  const unsupported = (modelId: string) => unsupportedBy(request, capabilitiesOf(modelId)).map(({ rule }) => rule);

  it("is everything for a model nobody described", () => {
    expect(unsupported("somebody.new-model-v1:0")).toEqual([
      "forced_tool_choice_unsupported",
      "strict_tools_unsupported",
      "cache_points_unsupported",
      "max_tokens_above_model",
    ]);
  });

  it("is a way to think that it refuses", () => {
    const refused = (modelId: string, type: string) =>
      unsupportedBy({ additionalModelRequestFields: { thinking: { type } } }, capabilitiesOf(modelId)).length > 0;
    expect(refused("global.anthropic.claude-sonnet-5-5", "disabled")).toBe(true);
    expect(refused("global.anthropic.claude-sonnet-5-5", "between_tools")).toBe(false);
    expect(refused("global.anthropic.claude-opus-5-5", "disabled")).toBe(true);
    expect(refused("global.anthropic.claude-opus-5", "disabled")).toBe(false);
    expect(refused("global.anthropic.claude-opus-5", "between_tools")).toBe(true);
    expect(refused("somebody.new-model", "adaptive")).toBe(true);
  });

  it("is the forced choice for one that only chooses by itself", () => {
    expect(unsupported("global.anthropic.claude-sonnet-5-5")).toContain("forced_tool_choice_unsupported");
    expect(unsupported("global.anthropic.claude-sonnet-5")).not.toContain("forced_tool_choice_unsupported");
  });
});
