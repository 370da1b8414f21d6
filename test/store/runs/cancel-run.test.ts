import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Fault } from "../../../shared/errors/fault.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { holdCell } from "../../support/held-cell.ts";
import { MemoSession } from "../../support/memo-session.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** A session that delivered "one" and was canceled while it added "two", which its step had made already. */
async function canceled(work: "keep" | "discard"): Promise<MemoSession> {
  const memo = new MemoSession(table);
  await memo.start("add one");
  await memo.settle();
  await memo.say("add two");
  await memo.fold();
  await memo.work();
  expect(memo.written()).toEqual(["one", "two"]);
  expect(await memo.cancel(work)).toEqual({ kind: "canceled" });
  return memo;
}

describe("a canceled run", () => {
  test("starts nothing more, and what it made can be read", async () => {
    const memo = await canceled("discard");
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "canceled", dag_version: 2, delivered_version: 1 });
    expect(memo.runs.filter(({ cell }) => cell === "join")).toHaveLength(1);
    const [made] = await memo.world.ports.runs.readTasks(await memo.run(), 2, ["write:two"]);
    const [artifact] = await memo.world.ports.runs.readArtifacts(await memo.run(), [made?.artifact_id ?? "art_"]);
    expect(artifact).toMatchObject({ content: { word: "two" }, dag_version: 2 });
  });

  test("goes on with its work after keep, and does nothing again that was done", async () => {
    const memo = await canceled("keep");
    await memo.say("add three");
    await memo.settle();
    expect(await memo.delivered()).toBe("one two three");
    expect(memo.written()).toEqual(["one", "two", "three"]);
    expect(await memo.revision(3)).toMatchObject({ base_version: 2, reused: ["write:one", "write:two"] });
  });

  test("goes on from what was delivered after discard, and does again what that version had made", async () => {
    const memo = await canceled("discard");
    await memo.say("add three, add two");
    await memo.settle();
    expect(await memo.delivered()).toBe("one three two");
    expect(memo.written()).toEqual(["one", "two", "three", "two"]);
    expect(await memo.revision(3)).toMatchObject({ base_version: 1, reused: ["write:one"] });
    const [second, third] = await Promise.all(
      [2, 3].map(async (version) => {
        const [task] = await memo.world.ports.runs.readTasks(await memo.run(), version, ["write:two"]);
        return task?.artifact_id;
      }),
    );
    expect(third).not.toBe(second);
  });

  test("keeps what came later: only the discarded version is passed over", async () => {
    const memo = await canceled("discard");
    await memo.say("add two");
    await memo.settle();
    await memo.say("add three");
    await memo.settle();
    expect(memo.written()).toEqual(["one", "two", "two", "three"]);
    expect(await memo.revision(4)).toMatchObject({ reused: ["write:one", "write:two"] });
  });

  test("gets a late result of a discarded version as an artifact that nothing uses", async () => {
    const held = holdCell((cell, args) => cell === "write" && args["word"] === "two");
    const memo = new MemoSession(table, {}, held.before);
    await memo.start("add one");
    await memo.settle();
    await memo.say("add two");
    await memo.fold();
    const late = memo.work();
    await held.started;
    await memo.cancel("discard");
    await memo.say("add two");
    await memo.fold();
    held.release();
    await late.catch(() => undefined);
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 3 });
    expect(await memo.delivered()).toBe("one two");
    expect(memo.written().filter((word) => word === "two")).toHaveLength(2);
    const [task] = await memo.world.ports.runs.readTasks(await memo.run(), 3, ["write:two"]);
    const [artifact] = await memo.world.ports.runs.readArtifacts(await memo.run(), [task?.artifact_id ?? "art_"]);
    expect(artifact).toMatchObject({ dag_version: 3 });
  });
});

describe("canceling", () => {
  test("never touches what waits: A goes on, B waits, cancel, C comes; all are answered in order", async () => {
    const memo = new MemoSession(table);
    await memo.start("add a");
    await memo.fold();
    await memo.say("add b", { on_busy: "enqueue" });
    await memo.fold();
    await memo.cancel("keep");
    await memo.say("add c");
    await memo.settle();
    expect(await memo.delivered()).toBe("a b c");
    const causes = await Promise.all([1, 2].map((version) => memo.revision(version)));
    expect(causes.flatMap(({ caused_by }) => caused_by.map(({ text }) => text))).toEqual(["add a", "add b", "add c"]);
    expect(await memo.mailbox()).toMatchObject({ entries: [] });
  });

  test("lets a run that waits behind it start", async () => {
    const memo = new MemoSession(table);
    await memo.start("add a");
    await memo.fold();
    await memo.start("add b");
    await memo.cancel("keep", 1);
    await memo.settle();
    expect(await memo.run(1)).toMatchObject({ status: "canceled" });
    expect(await memo.delivered(2)).toBe("b");
  });

  test("of a run that is over changes nothing", async () => {
    const memo = new MemoSession(table);
    await memo.start("add a");
    await memo.settle();
    expect(await memo.cancel("discard")).toEqual({ kind: "over", status: "completed" });
    expect(await memo.run()).not.toHaveProperty("discarded");
  });
});

describe("what needs no work, held until the run delivers,", () => {
  /** A run that was canceled before it delivered anything, with a message that waited for its result. */
  async function endedEmpty(text: string, work: "keep" | "discard", isSupported = true): Promise<MemoSession> {
    const memo = new MemoSession(table);
    Object.assign(memo.world.ports.model, answering("Because it was asked for.", isSupported));
    await memo.start("add a");
    await memo.fold();
    await memo.say(text);
    await memo.fold();
    expect(await memo.mailbox()).toMatchObject({ entries: [{ text, verdict: { route: "direct_answer" } }] });
    await memo.cancel(work);
    await memo.settle();
    return memo;
  }

  const lastOf = async (memo: MemoSession) => (await memo.events()).at(-1)?.payload;

  test.each(["keep", "discard"] as const)(
    "is answered when the run is canceled with %s, and does not bring it back",
    async (work) => {
      for (const text of ["Thanks!", "Remind me tomorrow"]) {
        const memo = await endedEmpty(text, work);
        expect(await memo.run()).toMatchObject({ status: "canceled", dag_version: 1, input_text: "add a" });
        expect(await memo.mailbox()).toMatchObject({ entries: [] });
        expect(await lastOf(memo)).toMatchObject({ role: "assistant", text: "Because it was asked for." });
        expect(memo.written()).toEqual([]);
      }
    },
  );

  test("waits for the result when a change beside it sets the run going again", async () => {
    const memo = new MemoSession(table);
    await memo.start("add a");
    await memo.fold();
    for (const text of ["Remind me tomorrow", "add b"]) await memo.say(text, { on_busy: "enqueue" });
    await memo.cancel("keep");
    await memo.fold();
    expect(await memo.run()).toMatchObject({ dag_version: 2, status: "queued" });
    expect(await memo.mailbox()).toMatchObject({ entries: [{ text: "Remind me tomorrow", state: "waiting" }] });
    await memo.settle();
    expect(await memo.delivered()).toBe("a b");
    expect(await memo.run()).toMatchObject({ dag_version: 2, status: "completed" });
    expect(await lastOf(memo)).toMatchObject({ role: "assistant", text: "Because it was asked for." });
  });

  test("is refused with words that say why when it cannot be answered", async () => {
    const memo = await endedEmpty("Thanks", "keep", false);
    expect(await memo.run()).toMatchObject({ status: "canceled", dag_version: 1 });
    expect(await memo.mailbox()).toMatchObject({ entries: [] });
    expect(await lastOf(memo)).toMatchObject({ text: expect.stringContaining("nothing_delivered") });
  });

  test("with a question beside it says what comes later, also when the question cannot be answered", async () => {
    const memo = await endedEmpty("What did I ask you before? Remind me tomorrow.", "keep", false);
    expect(await memo.mailbox()).toMatchObject({ entries: [] });
    const told = (await memo.events()).flatMap(({ type, payload }) =>
      type === "message" && payload["answers"] !== undefined ? [payload["text"]] : [],
    );
    expect(told).toEqual(["Because it was asked for.", expect.stringContaining("nothing_delivered")]);
  });

  test("is answered when the run fails, and does not bring it back", async () => {
    const memo = new MemoSession(table, {}, async () => {
      throw new Fault("no_such_word", "reject");
    });
    await memo.start("add a");
    await memo.fold();
    await memo.say("Thanks!");
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "failed", dag_version: 1 });
    expect(await memo.mailbox()).toMatchObject({ entries: [] });
    expect(await lastOf(memo)).toMatchObject({ text: "Because it was asked for." });
  });
});
