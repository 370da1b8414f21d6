import { describe, expect, it } from "vitest";
import { capabilitiesOf } from "../../../shared/adapters/bedrock/capabilities.ts";
import { maySendStrict } from "../../../shared/adapters/bedrock/strict-schema.ts";

describe("the capability table", () => {
  it.each([
    ["global.anthropic.claude-opus-5-5", false, false, 32_000],
    ["global.anthropic.claude-opus-5", true, false, 32_000],
    ["global.anthropic.claude-sonnet-5-5", false, false, 64_000],
    ["eu.anthropic.claude-sonnet-5-5-20260928-v1:0", false, false, 64_000],
    ["global.anthropic.claude-sonnet-5", true, false, 64_000],
    ["global.anthropic.claude-haiku-5-5", true, false, 64_000],
    ["global.anthropic.claude-sonnet-4-6", true, true, 32_000],
    ["us.anthropic.claude-haiku-4-5-20251001-v1:0", true, true, 32_000],
    ["anthropic.claude-3-haiku-20240307-v1:0", true, false, 4096],
    ["us.amazon.nova-2-lite-v1:0", true, false, 10_000],
    [
      "arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-5-5",
      false,
      false,
      64_000,
    ],
    ["arn:aws:bedrock:us-east-1::foundation-model/amazon.nova-lite-v1:0", true, false, 10_000],
    ["meta.llama9-v1:0", false, false, 4096],
    ["", false, false, 4096],
  ])("%s: forced choice %s, strict tools %s, %d tokens", (id, forced, strict, tokens) => {
    expect(capabilitiesOf(id)).toMatchObject({
      forced_tool_choice: forced,
      strict_tools: strict,
      max_output_tokens: tokens,
    });
  });

  it.each([
    ["global.anthropic.claude-opus-5-5", "always"],
    ["global.anthropic.claude-opus-5", "disabled"],
    ["eu.anthropic.claude-sonnet-5-5", "between_tools"],
    ["global.anthropic.claude-sonnet-5", "always"],
    ["global.anthropic.claude-haiku-5-5", "disabled"],
    ["global.anthropic.claude-fable-5-1", "always"],
    ["global.anthropic.claude-opus-4-8", "never"],
    ["global.anthropic.claude-sonnet-4-6", "never"],
    ["us.amazon.nova-2-lite-v1:0", "never"],
    ["somebody.new-model", "never"],
  ])("%s: the least that it thinks is %s", (id, thinking) => {
    expect(capabilitiesOf(id).thinking).toBe(thinking);
  });

  it("assumes no cache of a model nobody described", () => expect(capabilitiesOf("x.y").cache_points).toBe(0));
});

describe("a tool is sent as strict", () => {
  const closed = {
    type: "object",
    properties: { a: { type: "string" } },
    required: ["a"],
    additionalProperties: false,
  };

  it("when every object is closed", () => {
    expect(maySendStrict(closed)).toBe(true);
    expect(maySendStrict({ ...closed, properties: { list: { type: "array", items: closed } } })).toBe(true);
  });

  it.each([
    ["an open object", { type: "object", properties: {} }],
    ["an open object inside a list", { ...closed, properties: { list: { type: "array", items: { type: "object" } } } }],
    ["a length bound", { ...closed, properties: { a: { type: "string", maxLength: 3 } } }],
    ["a reference", { ...closed, properties: { a: { $ref: "#/$defs/a" } } }],
    ["an open alternative", { ...closed, properties: { a: { anyOf: [{ type: "object" }] } } }],
  ])("but not with %s", (_, schema) => expect(maySendStrict(schema)).toBe(false));
});
