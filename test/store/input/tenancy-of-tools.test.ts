import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/contracts/json.ts";
import { outsideTool } from "../../../shared/steps/wakes/outside-tool.ts";
import type { OutsideCall } from "../../../shared/tools/outside-call.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { callsTools } from "../../support/scripted-model.ts";
import { answers, cancels, results, say, talkTo } from "../../support/talk.ts";
import { ask, openSession, turnIn } from "../../support/wakes.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const never = "fu_0000000000ABCDEFGHJKMNPQRS";

describe("INV-9 a model that names what belongs to another conversation", () => {
  /** A conversation in which the model calls tools, and a follow-up of another one. */
  async function twoConversations(...calls: readonly (readonly [name: string, input: JsonObject])[]) {
    let theirs = "";
    const named = calls.map(([name, input]) =>
      name === "cancel_follow_up"
        ? cancels(() => (input["id"] === "theirs" ? theirs : never))
        : callsTools([name, input]),
    );
    const talk = await talkTo(table, "memo", ...named, answers());
    const session_id = await openSession(talk.world);
    await ask(talk.world, turnIn(talk.world, session_id), { reason: "Look at the secret plan." });
    const [wake] = await talk.world.ports.wakes.pendingWakes(session_id);
    theirs = wake?.followup_id ?? "";
    await say(talk.world, talk.run_id);
    return { ...talk, theirs, other: session_id };
  }

  test("is told that there is none, in the same words as for one that never was", async () => {
    const { world, model, theirs, other } = await twoConversations(
      ["cancel_follow_up", { id: "theirs" }],
      ["cancel_follow_up", { id: "never" }],
    );
    const [foreign, unknown] = results(model);
    expect(foreign).toMatchObject({ ok: false, value: { error: expect.stringContaining("There is no follow-up") } });
    const text = (value: unknown) => JSON.stringify(value).replaceAll(theirs, "id").replaceAll(never, "id");
    expect(text(foreign)).toBe(text(unknown));
    expect(await world.ports.wakes.readWake(other, theirs as typeof never)).toMatchObject({ status: "scheduled" });
  });

  test("sees only its own in the list, and a key that is taken elsewhere is free", async () => {
    const { world, model, other } = await twoConversations(["list_follow_ups", {}]);
    expect(results(model)).toMatchObject([{ ok: true, value: { follow_ups: [] } }]);
    const mine = await openSession(world);
    const by = { dedup_key: "the same", reason: "Look." };
    expect((await ask(world, turnIn(world, other), by)).kind).toBe("scheduled");
    expect((await ask(world, turnIn(world, mine), by)).kind).toBe("scheduled");
  });
});

describe("INV-9 an agent elsewhere", () => {
  const call = (over: Partial<OutsideCall>): OutsideCall => ({
    tool: "list_follow_ups",
    input: {},
    owner: "eve",
    session_id: null,
    ...over,
  });

  test("that names a conversation of another owner is answered as for none", async () => {
    const { world, session_id } = await talkTo(table, "memo");
    const answer = (over: Partial<OutsideCall>) => outsideTool(world.ports, call(over), "call");
    const foreign = await answer({ session_id });
    expect(foreign).toMatchObject({ ok: false, text: expect.stringContaining("There is no such conversation") });
    expect(foreign).toEqual(await answer({ session_id: "ses_0000000000ABCDEFGHJKMNPQRS" }));
    expect(await answer({ session_id, owner: "ada" })).toMatchObject({ ok: true });
  });

  test("that names a follow-up of another conversation is told that there is none, like one that never was", async () => {
    const { world, session_id } = await talkTo(table, "memo");
    const other = await openSession(world);
    await ask(world, turnIn(world, other, { owner: "eve" }), { reason: "Look at the secret plan." });
    const [wake] = await world.ports.wakes.pendingWakes(other);
    const cancel = (id: string) =>
      outsideTool(world.ports, call({ tool: "cancel_follow_up", owner: "ada", session_id, input: { id } }), "call");
    const id = wake?.followup_id ?? "";
    const [foreign, unknown] = [await cancel(id), await cancel(never)];
    expect(foreign.ok).toBe(false);
    expect(foreign.text.replaceAll(id, "id")).toBe(unknown.text.replaceAll(never, "id"));
    expect(await world.ports.wakes.pendingWakes(other)).toHaveLength(1);
  });
});
