import { describe, expect, it } from "vitest";
import * as z from "zod";
import { runTurn, type Turn } from "../../../shared/agents/tool-loop.ts";
import { type TurnTool, turnTool } from "../../../shared/agents/turn-tool.ts";
import type { JsonObject } from "../../../shared/contracts/json.ts";
import type { ModelRequest } from "../../../shared/ports/model.ts";
import { callsTools, type ScriptedModel, says, scriptedModel } from "../../support/scripted-model.ts";

type Ran = { readonly name: string; readonly input: JsonObject; readonly key: string };

function aTurn(model: ScriptedModel, difference: Partial<Turn> = {}) {
  const ran: Ran[] = [];
  const note = (name: string): TurnTool =>
    turnTool({
      name,
      description: `Does ${name}.`,
      input: z.strictObject({ at: z.string().min(1).optional() }),
      run: async (input, { key }) => {
        ran.push({ name, input, key });
        return input.at === "fails"
          ? { ok: false, text: "The limit of 20 is reached." }
          : { ok: true, text: `${name} done` };
      },
    });
  const end = turnTool({
    name: "give_answer",
    description: "Ends the turn.",
    input: z.strictObject({ text: z.string().min(1) }),
    run: async () => ({ ok: true, text: "" }),
  });
  const turn: Turn = {
    model,
    purpose: "answer",
    system: "Be brief.",
    messages: [{ role: "user", parts: [{ type: "text", text: "Look again in 30 minutes." }] }],
    tools: [note("schedule"), note("list"), end],
    end_tool: "give_answer",
    turn_key: "turn-1",
    max_rounds: 4,
    max_tokens: 500,
    signal: new AbortController().signal,
    ...difference,
  };
  return { turn, ran };
}
const answer = callsTools(["give_answer", { text: "Done." }]);
const thinking = (signature: string) => ({
  parts: [{ type: "thought" as const, sealed: { text: "", signature } }, ...(callsTools(["list", {}]).parts ?? [])],
});
const thoughtsIn = ({ messages }: ModelRequest) =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "thought" && "signature" in part.sealed ? [part.sealed.signature] : [])),
  );

describe("a turn with tools", () => {
  it("ends with the input of the tool that ends it", async () => {
    const { turn, ran } = aTurn(scriptedModel(callsTools(["schedule", { at: "x" }]), answer));
    expect(await runTurn(turn)).toEqual({
      ended_by: "end_tool",
      input: { text: "Done." },
      usage: { input_tokens: 20, output_tokens: 10, calls: 2 },
      calls: [
        { name: "schedule", input: { at: "x" }, key: ran[0]?.key, ok: true },
        { name: "give_answer", input: { text: "Done." }, key: expect.any(String), ok: true },
      ],
    });
  });

  it("answers parallel calls in one message, in their order", async () => {
    const model = scriptedModel(callsTools(["schedule", { at: "a" }], ["list", {}]), answer);
    await runTurn(aTurn(model).turn);
    expect(model.requests[1]?.messages.at(-1)).toEqual({
      role: "user",
      parts: [
        { type: "tool_result", id: "t0", ok: true, text: "schedule done" },
        { type: "tool_result", id: "t1", ok: true, text: "list done" },
      ],
    });
  });

  it("may call a tool and end in one answer", async () => {
    const both = callsTools(["give_answer", { text: "Scheduled." }], ["schedule", { at: "a" }]);
    const { turn, ran } = aTurn(scriptedModel(both));
    expect(await runTurn(turn)).toMatchObject({ ended_by: "end_tool", input: { text: "Scheduled." } });
    expect(ran).toHaveLength(1);
  });

  it("does not end with a claim beside a call that failed", async () => {
    const both = callsTools(["schedule", { at: "fails" }], ["give_answer", { text: "Scheduled!" }]);
    const model = scriptedModel(both, callsTools(["give_answer", { text: "I could not schedule it." }]));
    expect(await runTurn(aTurn(model).turn)).toMatchObject({ input: { text: "I could not schedule it." } });
    expect(model.requests[1]?.messages.at(-1)?.parts).toMatchObject([
      { ok: false, text: "The limit of 20 is reached." },
      { ok: false },
    ]);
  });

  it("tells an unknown tool's caller which tools there are", async () => {
    const model = scriptedModel(callsTools(["send_mail", {}]), answer);
    await runTurn(aTurn(model).turn);
    expect(model.requests[1]?.messages.at(-1)?.parts).toMatchObject([
      { ok: false, text: "There is no tool send_mail. The tools are: schedule, list, give_answer." },
    ]);
  });

  it("tells what is wrong with arguments, and runs nothing", async () => {
    const model = scriptedModel(callsTools(["schedule", { at: "", when: 1 }]), answer);
    const { turn, ran } = aTurn(model);
    await runTurn(turn);
    expect(ran).toEqual([]);
    expect(model.requests[1]?.messages.at(-1)?.parts).toMatchObject([
      { ok: false, text: expect.stringContaining("- at: ") },
    ]);
  });

  it("asks again when the ending tool refuses its input", async () => {
    const model = scriptedModel(callsTools(["give_answer", {}]), answer);
    expect(await runTurn(aTurn(model).turn)).toMatchObject({ ended_by: "end_tool", input: { text: "Done." } });
  });

  it("asks once for the tool that ends it when the model only says something", async () => {
    const model = scriptedModel(says("It is fine."), answer);
    expect(await runTurn(aTurn(model).turn)).toMatchObject({ ended_by: "end_tool", input: { text: "Done." } });
    expect(model.requests[1]?.messages.slice(1)).toEqual([
      { role: "assistant", parts: [{ type: "text", text: "It is fine." }] },
      { role: "user", parts: [{ type: "text", text: expect.stringContaining("by calling it") }] },
    ]);
  });

  it("may still call another tool when it was asked for the one that ends it", async () => {
    const model = scriptedModel(says("I look again."), callsTools(["schedule", { at: "x" }]), answer);
    const { turn, ran } = aTurn(model);
    expect(await runTurn(turn)).toMatchObject({ ended_by: "end_tool" });
    expect(ran).toHaveLength(1);
  });

  it("ends with text when the model calls nothing although it was asked to, or in the last round", async () => {
    const twice = scriptedModel(says("It is fine."), says("It is."));
    expect(await runTurn(aTurn(twice).turn)).toMatchObject({ ended_by: "text", text: "It is." });
    const last = scriptedModel(says("It is fine."));
    expect(await runTurn(aTurn(last, { max_rounds: 1 }).turn)).toMatchObject({ ended_by: "text" });
  });

  it("does not end with text that was cut off, and asks for less", async () => {
    const cut = { ...says("It is fine, because"), stop: "max_tokens" as const };
    const model = scriptedModel(cut, cut, answer);
    expect(await runTurn(aTurn(model).turn)).toMatchObject({ ended_by: "end_tool", input: { text: "Done." } });
    expect(model.requests[2]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
    ]);
    expect(model.requests[1]?.messages.at(-1)?.parts).toMatchObject([{ text: expect.stringContaining("be shorter") }]);
    const always = scriptedModel(cut, cut);
    expect(await runTurn(aTurn(always, { max_rounds: 2 }).turn)).toMatchObject({ ended_by: "budget" });
  });

  it("asks for less when it was cut off before a word was said", async () => {
    const model = scriptedModel({ parts: [], stop: "max_tokens" }, answer);
    expect(await runTurn(aTurn(model).turn)).toMatchObject({ ended_by: "end_tool" });
  });

  it("runs no tool once it is told to stop", async () => {
    const stop = new AbortController();
    const { turn, ran } = aTurn(scriptedModel(callsTools(["schedule", { at: "a" }], ["list", {}])));
    const [schedule, ...others] = turn.tools;
    if (schedule === undefined) throw new Error("no tool");
    const stopping: TurnTool = {
      ...schedule,
      run: (...call) => {
        stop.abort(new Error("taken over"));
        return schedule.run(...call);
      },
    };
    const stopped = runTurn({ ...turn, tools: [stopping, ...others], signal: stop.signal });
    await expect(stopped).rejects.toThrow("taken over");
    expect(ran.map(({ name }) => name)).toEqual(["schedule"]);
  });

  it("makes the model end in the last round", async () => {
    const look = callsTools(["list", {}]);
    const model = scriptedModel(look, look, answer);
    expect(await runTurn(aTurn(model, { max_rounds: 3 }).turn)).toMatchObject({ ended_by: "end_tool" });
    expect(model.requests.map(({ force_tool }) => force_tool)).toEqual([undefined, undefined, "give_answer"]);
  });

  it("gives thoughts back as they came, until the model is asked in another way", async () => {
    const model = scriptedModel(thinking("a"), thinking("b"), answer);
    await runTurn(aTurn(model, { max_rounds: 3 }).turn);
    expect(model.requests.map(thoughtsIn)).toEqual([[], ["a"], []]);
    expect(model.requests[1]?.messages[1]).toEqual({ role: "assistant", parts: thinking("a").parts });
    expect(model.requests[2]?.messages).toHaveLength(5);
  });

  it("ends by its budget when the model will not end", async () => {
    const look = callsTools(["list", {}]);
    expect(await runTurn(aTurn(scriptedModel(look, look), { max_rounds: 2 }).turn)).toMatchObject({
      ended_by: "budget",
      usage: { calls: 2 },
    });
  });

  it("does not run calls of an answer that was cut off", async () => {
    const model = scriptedModel({ ...callsTools(["schedule", {}]), stop: "max_tokens" }, answer);
    const { turn, ran } = aTurn(model);
    await runTurn(turn);
    expect(ran).toEqual([]);
    expect(model.requests[1]?.messages.at(-1)?.parts).toMatchObject([
      { ok: false, text: expect.stringContaining("cut off") },
    ]);
  });

  it("asks the same again after a malformed answer", async () => {
    const model = scriptedModel({ parts: [], stop: "malformed" }, answer);
    await runTurn(aTurn(model).turn);
    expect(model.requests[1]?.messages).toEqual(model.requests[0]?.messages);
  });

  it("stops with a fault when the answer was filtered", async () => {
    const model = scriptedModel({ parts: [], stop: "filtered" });
    await expect(runTurn(aTurn(model).turn)).rejects.toMatchObject({ code: "model_unusable" });
  });

  const full = { parts: [], stop: "context_full" as const };
  const shorter = [{ role: "user" as const, parts: [{ type: "text" as const, text: "Look again." }] }];

  it("goes on with less when the conversation is too long, and keeps every call with its result", async () => {
    const model = scriptedModel(callsTools(["schedule", { at: "x" }]), full, callsTools(["list", {}]), answer);
    expect(await runTurn(aTurn(model, { shorter }).turn)).toMatchObject({ ended_by: "end_tool" });
    expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 3, 5]);
    expect(model.requests[2]?.messages[0]).toEqual(shorter[0]);
    expect(model.requests[2]?.messages.slice(1)).toEqual(model.requests[1]?.messages.slice(1));
    expect(model.requests[3]?.messages[0]).toEqual(shorter[0]);
  });

  it("goes on without its thoughts when the conversation was too long, since they were about the longer one", async () => {
    const model = scriptedModel(thinking("a"), full, thinking("b"), answer);
    await runTurn(aTurn(model, { shorter, max_rounds: 8 }).turn);
    expect(model.requests.map(thoughtsIn)).toEqual([[], ["a"], [], ["b"]]);
  });

  it("shows of a long result its beginning, and less of it once the conversation was too long", async () => {
    const book = turnTool({
      name: "book",
      description: "Gives a book.",
      input: z.strictObject({}),
      run: async () => ({ ok: true, text: "word ".repeat(1_000_000) }),
    });
    const model = scriptedModel(callsTools(["book", {}]), full, callsTools(["book", {}]), answer);
    const { turn } = aTurn(model);
    await runTurn({ ...turn, tools: [...turn.tools, book] });
    const lengths = model.requests.map(({ messages }) => JSON.stringify(messages).length);
    expect(lengths[1]).toBeLessThan(60_000);
    expect(lengths[2]).toBeLessThan(4_000);
    expect(lengths[3]).toBeLessThan(8_000);
    expect(JSON.stringify(model.requests[3]?.messages)).toContain("This is its beginning.");
  });

  it("stops with a fault when it is too long even then", async () => {
    const model = scriptedModel(full, full, answer);
    await expect(runTurn(aTurn(model, { shorter }).turn)).rejects.toMatchObject({
      code: "model_refused_request",
      remedy: "reject",
    });
    expect(model.requests).toHaveLength(2);
  });
});

describe("the key of a call", () => {
  const keysOf = async (turnKey: string, ...calls: readonly (readonly [string, JsonObject])[]) => {
    const { turn, ran } = aTurn(scriptedModel(callsTools(...calls), answer), { turn_key: turnKey });
    await runTurn(turn);
    return ran.map(({ key }) => key);
  };

  it("is the same when the turn is tried again", async () => {
    expect(await keysOf("turn-1", ["schedule", { at: "x" }])).toEqual(
      await keysOf("turn-1", ["schedule", { at: "x" }]),
    );
  });

  it("does not depend on what else is called, or when", async () => {
    const alone = await keysOf("turn-1", ["schedule", { at: "x" }]);
    const second = await keysOf("turn-1", ["list", {}], ["schedule", { at: "x" }]);
    expect(second[1]).toBe(alone[0]);
  });

  it("differs for another turn, tool, input, and for a second equal call", async () => {
    const keys = [
      ...(await keysOf(
        "turn-1",
        ["schedule", { at: "x" }],
        ["schedule", { at: "x" }],
        ["schedule", { at: "y" }],
        ["list", { at: "x" }],
      )),
      ...(await keysOf("turn-2", ["schedule", { at: "x" }])),
    ];
    expect(new Set(keys).size).toBe(5);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});
