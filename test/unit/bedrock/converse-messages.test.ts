import { describe, expect, it } from "vitest";
import { toConverseMessages } from "../../../shared/adapters/bedrock/converse-messages.ts";
import { brokenRules } from "../../../shared/adapters/bedrock/converse-rules.ts";
import type { ModelMessage, Part } from "../../../shared/ports/model.ts";

const text = (said: string): Part => ({ type: "text", text: said });
const use = (id: string): Part => ({ type: "tool_use", id, name: "look", input: { at: "x" } });
const result = (id: string, said = "seen"): Part => ({ type: "tool_result", id, ok: true, text: said });
const thought: Part = { type: "thought", sealed: { text: "", signature: "s" } };
const user = (...parts: readonly Part[]): ModelMessage => ({ role: "user", parts });
const assistant = (...parts: readonly Part[]): ModelMessage => ({ role: "assistant", parts });

describe("messages for Converse", () => {
  it("two follow-ups in a row become one message", () => {
    expect(toConverseMessages([user(text("a")), user(text("b"))], true)).toEqual([
      { role: "user", content: [{ text: "a" }, { text: "b" }] },
    ]);
  });

  it("blank text is left out, and so is a message of nothing else", () => {
    expect(toConverseMessages([user(text("a"), text(" ")), assistant(text("\u200b")), user(text("b"))], true)).toEqual([
      { role: "user", content: [{ text: "a" }, { text: "b" }] },
    ]);
  });

  it("a follow-up that comes while tools run goes into the last result", () => {
    const messages = toConverseMessages(
      [user(text("a")), assistant(use("1"), use("2")), user(result("1"), result("2")), user(text("and b"))],
      true,
    );
    expect(messages.at(-1)?.content?.[1]?.toolResult?.content).toEqual([{ text: "seen" }, { text: "and b" }]);
    expect(
      brokenRules({
        messages,
        toolConfig: { tools: [{ toolSpec: { name: "look", inputSchema: { json: { type: "object" } } } }] },
      }),
    ).toEqual([]);
  });

  it("a result without text says that there was none", () => {
    const messages = toConverseMessages([user(text("a")), assistant(use("1")), user(result("1", ""))], true);
    expect(messages.at(-1)?.content?.[0]?.toolResult?.content).toEqual([{ text: "(no output)" }]);
  });

  it("a conversation cut at an answer starts with a user message all the same", () => {
    expect(toConverseMessages([assistant(text("a")), user(text("b"))], true).map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
    ]);
  });

  it("a thought stands before what it was about, as it came", () => {
    const redacted: Part = { type: "thought", sealed: { redacted: new Uint8Array([1]) } };
    const messages = toConverseMessages(
      [user(text("a")), assistant(thought, redacted, use("1")), user(result("1"))],
      true,
    );
    expect(messages[1]?.content).toEqual([
      { reasoningContent: { reasoningText: { text: "", signature: "s" } } },
      { reasoningContent: { redactedContent: new Uint8Array([1]) } },
      { toolUse: { toolUseId: "1", name: "look", input: { at: "x" } } },
    ]);
  });

  it("a thought without an answer is left out, and every thought is where there are no tools", () => {
    expect(toConverseMessages([user(text("a")), assistant(thought, text(" ")), user(text("b"))], true)).toEqual([
      { role: "user", content: [{ text: "a" }, { text: "b" }] },
    ]);
    const told = toConverseMessages([user(text("a")), assistant(thought, use("1")), user(result("1"))], false);
    expect(told[1]?.content).toEqual([{ text: '(Called look with {"at":"x"})' }]);
  });

  it("without tools an earlier exchange of calls is told as text", () => {
    const messages = toConverseMessages([user(text("a")), assistant(use("1")), user(result("1"))], false);
    expect(messages[1]?.content).toEqual([{ text: '(Called look with {"at":"x"})' }]);
    expect(messages[2]?.content).toEqual([{ text: "(Result: seen)" }]);
    expect(brokenRules({ messages })).toEqual([]);
  });
});
