import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Fault } from "../../../shared/errors/fault.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession, type MemoSettings } from "../../support/memo-session.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** A session whose run has delivered "one two". */
async function delivered(settings: MemoSettings = {}): Promise<MemoSession> {
  const memo = new MemoSession(table, settings);
  await memo.start("add one, add two");
  await memo.settle();
  return memo;
}

/** The same, with a version under way that adds "three"; none of its steps has started. */
async function busy(settings: MemoSettings = {}): Promise<MemoSession> {
  const memo = await delivered(settings);
  await memo.say("add three");
  await memo.fold();
  return memo;
}

describe("a message that comes while a run is going on", () => {
  test("revises its plan at once, unless it or its agent says otherwise", async () => {
    const memo = await busy();
    await memo.say("add four");
    await memo.fold();
    expect(await memo.run()).toMatchObject({ dag_version: 3, status: "queued", delivered_version: 1 });
    await memo.settle();
    expect(await memo.delivered()).toBe("one two three four");
  });

  test("waits for its end with enqueue", async () => {
    const memo = await busy();
    await memo.say("add four", { on_busy: "enqueue" });
    await memo.fold();
    expect(await memo.run()).toMatchObject({ dag_version: 2 });
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 3 });
    expect((await memo.revision(2)).caused_by.map(({ text }) => text)).toEqual(["add three"]);
    expect(await memo.delivered()).toBe("one two three four");
  });

  test("is refused with reject, and nothing of it is kept", async () => {
    const memo = await busy();
    const { accepted, seq } = await memo.mailbox();
    expect(await memo.say("add four", { on_busy: "reject" })).toEqual({ kind: "busy" });
    expect(await memo.mailbox()).toMatchObject({ accepted, seq, entries: [] });
    await memo.settle();
    expect(await memo.say("add four", { on_busy: "reject" })).toMatchObject({ kind: "accepted" });
  });

  test("is refused with reject while another waits, although no run goes on yet", async () => {
    const memo = await delivered();
    await memo.say("add three");
    expect(await memo.say("add four", { on_busy: "reject" })).toEqual({ kind: "busy" });
  });

  test("undoes with rollback what was not delivered, and what that was doing is not started any more", async () => {
    const memo = await busy();
    await memo.say("add four", { on_busy: "rollback" });
    await memo.fold();
    await memo.settle();
    expect(await memo.delivered()).toBe("one two four");
    expect(memo.written()).toEqual(["one", "two", "four"]);
    expect(await memo.revision(3)).toMatchObject({
      base_version: 1,
      dropped: ["write:three"],
      reused: ["write:one", "write:two"],
    });
  });

  test("starts a run that never delivered anew with rollback, in the new words", async () => {
    const memo = new MemoSession(table);
    await memo.start("add one, add two");
    await memo.fold();
    await memo.say("add four", { on_busy: "rollback" });
    await memo.fold();
    await memo.settle();
    expect(await memo.run()).toMatchObject({ input_text: "add four", dag_version: 2, status: "completed" });
    expect(await memo.revision(2)).toMatchObject({ base_version: 0, brief: { words: ["four"] } });
    expect(memo.written()).toEqual(["four"]);
  });

  test("undoes with rollback also what waits before it, whether that was taken already or not", async () => {
    const memo = await busy();
    await memo.say("add four");
    const last = await memo.say("add five", { on_busy: "rollback" });
    await memo.say("add six");
    await memo.settle();
    expect(await memo.delivered()).toBe("one two five six");
    const [four, five, six] = (await memo.revision(3)).caused_by;
    expect(four).toMatchObject({
      text: "add four",
      became: [],
      superseded_by: "event_id" in last ? last.event_id : "",
    });
    expect(five).toMatchObject({ superseded_by: null });
    expect(six).toMatchObject({ superseded_by: null });
  });

  test("takes back with rollback the sources of what it undoes, and keeps those of the first request", async () => {
    const memo = new MemoSession(table);
    const source = (name: string) => ({ name, media_type: "text/plain" as const, text: name });
    await memo.start("add one", { sources: [source("first")] });
    await memo.fold();
    await memo.say("add two", { attachments: [source("second")] });
    await memo.fold();
    expect((await memo.run()).source_ids).toHaveLength(2);
    const [first] = (await memo.run()).source_ids;
    await memo.say("add three", { attachments: [source("third")], on_busy: "rollback" });
    await memo.fold();
    const { source_ids } = await memo.run();
    expect(source_ids).toHaveLength(2);
    expect(source_ids[0]).toBe(first);
    expect(await memo.revision(3)).toMatchObject({ source_ids });
  });

  test.each(["message", "agent"])("undoes nothing when the run had failed before: rollback of the %s", async (by) => {
    const mended = { now: false };
    const settings = by === "agent" ? { on_busy: "rollback" as const } : {};
    const memo = new MemoSession(table, settings, async (cell) => {
      if (cell === "join" && !mended.now) throw new Fault("no_paper", "reject");
    });
    const source = { name: "first", media_type: "text/plain" as const, text: "first" };
    await memo.start("add one", { sources: [source] });
    await memo.settle();
    await memo.say("add two", { attachments: [{ ...source, name: "second" }], on_busy: "revise" });
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "failed", dag_version: 2 });
    mended.now = true;
    await memo.say("add three", by === "message" ? { on_busy: "rollback" } : {});
    await memo.settle();
    expect(await memo.delivered()).toBe("one two three");
    expect(await memo.run()).toMatchObject({
      input_text: "add one",
      source_ids: [expect.anything(), expect.anything()],
    });
    expect(await memo.revision(3)).toMatchObject({ base_version: 2 });
  });

  test("undoes with rollback what waits before it also when no run goes on yet", async () => {
    const memo = await delivered();
    await memo.say("add three");
    await memo.say("add four", { on_busy: "rollback" });
    await memo.settle();
    expect(await memo.delivered()).toBe("one two four");
  });

  test("rolls nothing back when it is a question", async () => {
    const memo = await busy();
    await memo.say("Why is the first point there?", { on_busy: "rollback" });
    await memo.settle();
    expect(await memo.delivered()).toBe("one two three");
  });
});

describe("what an agent says about a busy run", () => {
  test("enqueue makes messages wait that do not say otherwise", async () => {
    const memo = await busy({ on_busy: "enqueue" });
    await memo.say("add four");
    await memo.say("add five", { on_busy: "revise" });
    await memo.fold();
    expect((await memo.revision(3)).caused_by.map(({ text }) => text)).toEqual(["add five"]);
    expect((await memo.mailbox()).entries.map(({ text }) => text)).toEqual(["add four"]);
    await memo.settle();
    expect(await memo.delivered()).toBe("one two three five four");
  });

  test("reject refuses them when they are accepted, without a read", async () => {
    const memo = await busy({ on_busy: "reject" });
    expect(await memo.say("add four")).toEqual({ kind: "busy" });
    expect(await memo.say("add four", { on_busy: "revise" })).toMatchObject({ kind: "accepted" });
  });

  test("reject refuses them when they are folded, in a session that was opened before the agent said so", async () => {
    const memo = await busy();
    const later = new MemoSession(table, { on_busy: "reject" });
    later.session_id = memo.session_id;
    later.world.ids.ulid = memo.world.ids.ulid;
    const sent = await later.say("add four");
    expect(sent).toMatchObject({ kind: "accepted" });
    await later.fold();
    expect((await later.mailbox()).entries).toEqual([]);
    expect(await later.run()).toMatchObject({ dag_version: 2 });
  });

  test("rollback undoes for them what was not delivered", async () => {
    const memo = await busy({ on_busy: "rollback" });
    await memo.say("add four");
    await memo.settle();
    expect(await memo.delivered()).toBe("one two four");
  });
});

describe("a run that is asked for while another goes on", () => {
  test.each(["enqueue", "revise"] as const)("waits for its end with %s", async (on_busy) => {
    const memo = await busy();
    await memo.start("add nine", { on_busy });
    await memo.fold();
    expect(await memo.mailbox()).toMatchObject({ active_turn: 1, entries: [{ turn: 2 }] });
    await memo.settle();
    expect(await memo.delivered(1)).toBe("one two three");
    expect(await memo.delivered(2)).toBe("nine");
  });

  test("is refused with reject, by itself or by its agent", async () => {
    const memo = await busy();
    expect(await memo.start("add nine", { on_busy: "reject" })).toEqual({ kind: "busy" });
    const strict = await busy({ on_busy: "reject" });
    expect(await strict.start("add nine")).toEqual({ kind: "busy" });
    expect(await strict.mailbox()).toMatchObject({ turns: 1, entries: [] });
  });

  test("takes its place with rollback: what the other has not delivered is given up", async () => {
    const memo = await busy();
    await memo.start("add nine", { on_busy: "rollback" });
    await memo.fold();
    expect(await memo.run(1)).toMatchObject({ status: "canceled", discarded: [2], delivered_version: 1 });
    expect(await memo.mailbox()).toMatchObject({ active_turn: 2, entries: [] });
    await memo.settle();
    expect(await memo.delivered(2)).toBe("nine");
    expect(memo.written()).toEqual(["one", "two", "nine"]);
    await memo.say("add four");
    await memo.settle();
    expect(await memo.delivered(1)).toBe("one two four");
  });
});
