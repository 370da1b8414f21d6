import { afterAll, beforeAll, expect, test } from "vitest";
import { fold } from "../../../shared/steps/fold/fold.ts";
import { expectAccounted } from "../../support/accounted.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** A session in which a run and a change to it wait, which are two things to take, and no nudge is on its way. */
async function withTwoWaiting() {
  const memo = new MemoSession(table);
  const started = await memo.start("add one");
  const said = await memo.say("add two");
  if (started.kind !== "accepted" || said.kind !== "accepted") throw new Error(`${started.kind}, ${said.kind}`);
  memo.world.pending.splice(0);
  return { memo, ids: [started.event_id, said.event_id], waiting: async () => (await memo.mailbox()).entries.length };
}

test("INV-1 INV-8 a fold that has no time left hands the rest over, and it is taken at once", async () => {
  const { memo, ids, waiting } = await withTwoWaiting();
  expect(await fold(memo.world.ports, { session_id: memo.session_id }, () => false)).toEqual({ kind: "handed_over" });
  expect(await waiting()).toBe(1);
  expect(memo.world.pending.filter(({ queue }) => queue === "nudges")).toHaveLength(1);
  // Without the time moving on: the lock is free, its lease need not run out.
  await memo.fold();
  expect(await waiting()).toBe(0);
  await memo.settle();
  expect(await memo.delivered()).toBe("one two");
  await expectAccounted(memo, ids);
});

test("INV-8 a fold with time left takes all, and leaves no nudge behind", async () => {
  const { memo, waiting } = await withTwoWaiting();
  expect(await fold(memo.world.ports, { session_id: memo.session_id }, () => true)).toEqual({ kind: "folded" });
  expect(await waiting()).toBe(0);
  expect(memo.world.pending.filter(({ queue }) => queue === "nudges")).toHaveLength(0);
});

test("INV-8 a fold that has no time left and nothing left to take lets go like any other", async () => {
  const { memo } = await withTwoWaiting();
  await fold(memo.world.ports, { session_id: memo.session_id });
  expect(await fold(memo.world.ports, { session_id: memo.session_id }, () => false)).toEqual({ kind: "folded" });
});
