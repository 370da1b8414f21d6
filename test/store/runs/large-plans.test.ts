import { afterAll, beforeAll, expect, test } from "vitest";
import { taskKey } from "../../../shared/adapters/dynamo/keys.ts";
import { DynamoReader } from "../../../shared/adapters/dynamo/reader.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import { fold } from "../../../shared/steps/fold/fold.ts";
import { expectAccounted } from "../../support/accounted.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { gateRequests, through } from "../../support/request-gate.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterAll(() => table.stop());

/** A message that adds this many words, whose names are letters only. */
const adding = (count: number, prefix: string): string =>
  Array.from({ length: count }, (_, index) => `add ${prefix}${letters(index)}`).join(", ");

const letters = (index: number): string =>
  [...index.toString(26).padStart(2, "0")]
    .map((digit) => "abcdefghijklmnopqrstuvwxyz"[Number.parseInt(digit, 26)])
    .join("");

const tasksOf = async (memo: MemoSession, version: number) =>
  new DynamoReader(memo.world.table).tasks(memo.session_id, 1, version);

/** Passes this many writes, then stops the process for good or until it is let go. */
function afterWrites(count: number, stop: () => Promise<void>) {
  let writes = 0;
  return {
    before: async (command: string) => {
      if (!/^(Transact|Update)/.test(command)) return;
      writes += 1;
      if (writes > count) await stop();
    },
  };
}

test("a plan of 499 steps and its delivery is committed, worked on and delivered", async () => {
  const memo = new MemoSession(table);
  const started = await memo.start(adding(498, "x"));
  await memo.settle();
  expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 1 });
  const tasks = await tasksOf(memo, 1);
  expect(tasks).toHaveLength(500);
  expect(new Set(tasks.map(({ status }) => status))).toEqual(new Set(["done"]));
  expect((await memo.delivered())?.split(" ")).toHaveLength(498);
  await expectAccounted(memo, "event_id" in started ? [started.event_id] : []);
});

test("a plan with more steps than that is refused with a reason, and the session goes on", async () => {
  const memo = new MemoSession(table);
  await memo.start("add one");
  await memo.settle();
  await memo.say(adding(500, "x"));
  await memo.settle();
  expect(await memo.mailbox()).toMatchObject({ entries: [] });
  expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 1 });
  const said = (await memo.events()).filter(
    ({ type, payload }) => type === "message" && payload["answers"] !== undefined,
  );
  expect(said.at(-1)?.payload["text"]).toContain("bad_plan");
});

test("INV-2 a version of which only some rows were written is invisible, and its rows are not those of the next one", async () => {
  const memo = new MemoSession(table);
  await memo.start("add one");
  await memo.settle();
  await memo.say(adding(300, "dead"));
  // The lock, two batches of rows, and nothing any more.
  const died = through(
    afterWrites(3, () => Promise.reject(new Error("the process died"))),
    () => fold(memo.world.ports, { session_id: memo.session_id }),
  );
  await expect(died).rejects.toThrow("the process died");
  memo.world.pending.splice(0);
  const leftover = taskKey(memo.session_id, 1, 2, "write:deadaa");
  expect(await memo.world.table.get(leftover)).not.toBeNull();
  expect(await tasksOf(memo, 2)).toEqual([]);
  expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 1 });

  const { entries } = await memo.mailbox();
  const which = { owner: "ada", session_id: memo.session_id, event_id: entries[0]?.event_id ?? "evt_" };
  await memo.world.ports.mailboxes.editEntry(which, "add two");
  memo.world.clock.advance(limits.leaseMs + 1);
  await fold(memo.world.ports, { session_id: memo.session_id });
  await memo.settle();
  expect(await memo.world.table.get(leftover)).not.toBeNull();
  expect((await tasksOf(memo, 2)).map(({ step_id }) => step_id)).toEqual(["write:one", "write:two", "join", "deliver"]);
  expect(await memo.delivered()).toBe("one two");
  expect(memo.written()).toEqual(["one", "two"]);
});

test("INV-3 a step that only a commit that died had planned is nobody's work", async () => {
  const isSlow = Promise.withResolvers<void>();
  const memo = new MemoSession(table, {}, async (_cell, { word }) => (word === "slow" ? isSlow.promise : undefined));
  await memo.start("add one, add slow");
  await memo.fold();
  const working = Promise.all([memo.work(), memo.work()]);
  await memo.say(adding(300, "dead"));
  const died = through(
    afterWrites(5, () => Promise.reject(new Error("the process died"))),
    () => fold(memo.world.ports, { session_id: memo.session_id }),
  );
  await expect(died).rejects.toThrow("the process died");
  const leftover = taskKey(memo.session_id, 1, 2, "write:slow");
  expect(await memo.world.table.get(leftover)).toMatchObject({ status: "pending" });

  await memo.say("remove slow");
  memo.world.clock.advance(limits.leaseMs + 1);
  await fold(memo.world.ports, { session_id: memo.session_id });
  expect(await memo.run()).toMatchObject({ dag_version: 2, status: "queued" });
  isSlow.resolve();
  await working;
  await memo.settle();
  expect(await memo.run()).toMatchObject({ dag_version: 2, status: "completed" });
  expect((await memo.delivered())?.split(" ")).toHaveLength(301);
  expect(await memo.world.table.get(leftover)).toMatchObject({ status: "pending" });
  const done = (await memo.events()).filter(
    ({ type, payload }) => type === "task_completed" && payload["step_id"] === "write:slow",
  );
  expect(done.map(({ payload }) => payload["dag_version"])).toEqual([1]);
});

test("INV-4 a holder that slept while it wrote rows ahead writes none when it wakes, and overwrites nothing", async () => {
  const memo = new MemoSession(table);
  await memo.start("add one");
  await memo.settle();
  await memo.say(adding(300, "slow"));
  const reached = Promise.withResolvers<void>();
  const thawed = Promise.withResolvers<void>();
  const sleeping = through(
    afterWrites(3, () => {
      reached.resolve();
      return thawed.promise;
    }),
    () => fold(memo.world.ports, { session_id: memo.session_id }),
  );
  await reached.promise;
  memo.world.clock.advance(limits.leaseMs + 5_000);
  await fold(memo.world.ports, { session_id: memo.session_id });
  const { dag_version } = await memo.run();
  await memo.settle();
  const before = await tasksOf(memo, dag_version);
  expect(before).toHaveLength(303);
  thawed.resolve();
  expect(await sleeping).toEqual({ kind: "taken_over" });
  expect(await tasksOf(memo, dag_version)).toEqual(before);
  expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 2 });
});

test("steps that do not need each other run at the same time", async () => {
  const words = ["a", "b", "c", "d"];
  const together = Promise.withResolvers<void>();
  let atWork = 0;
  // Each waits in the middle of its work until all four are there: one after the other they would wait for ever.
  const memo = new MemoSession(table, {}, async (cell) => {
    if (cell !== "write") return;
    atWork += 1;
    if (atWork === words.length) together.resolve();
    await together.promise;
  });
  await memo.start(words.map((word) => `add ${word}`).join(", "));
  await memo.fold();
  expect(memo.world.pending.filter(({ queue }) => queue === "tasks")).toHaveLength(words.length);
  await Promise.all(words.map(() => memo.work()));
  await memo.settle();
  expect(await memo.delivered()).toBe("a b c d");
});
