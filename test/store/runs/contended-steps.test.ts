import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../../shared/contracts/limits.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { cancelledFor } from "../../support/refusals.ts";
import { type Gate, gateRequests, through } from "../../support/request-gate.ts";
import type { Pending } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterAll(() => table.stop());

/** More often than a step may fail. */
const LOST = limits.taskAttempts + 2;

test("a finished step that does not get into the table is tried again without having failed", async () => {
  let lost = 0;
  let isFinished = false;
  const memo = new MemoSession(table, {}, async (cell) => {
    isFinished = cell === "write" && lost < LOST;
    if (isFinished) lost += 1;
  });
  const gate: Gate = {
    before: async (command) => {
      // What comes next is its claim that is let go.
      if (command === "UpdateItemCommand") isFinished = false;
      if (command === "TransactWriteItemsCommand" && isFinished) throw cancelledFor("TransactionConflict");
    },
  };
  await memo.start("add one");
  // A delivery that throws would count towards the dead letters.
  await through(gate, () => memo.world.advance(LOST * 60_000));
  expect(lost).toBe(LOST);
  expect(await memo.run()).toMatchObject({ status: "completed" });
  expect(await memo.delivered()).toBe("one");
  const [step] = await memo.world.ports.runs.readTasks(await memo.run(), 1, ["write:one"]);
  expect(step?.failures ?? 0).toBe(0);
});

/** Works on everything up to the delivery of a run. */
async function upToDelivery(memo: MemoSession): Promise<Pending> {
  for (let next = memo.world.take(); next !== undefined; next = memo.world.take()) {
    if (next.queue === "tasks" && JSON.stringify(next.body).includes('"step_id":"deliver"')) return next;
    await memo.world.deliver(next);
  }
  throw new Error("nothing is delivered");
}

test("a delivery that stays out of the table is not tried for ever, though nobody claims it", async () => {
  const memo = new MemoSession(table);
  const gate: Gate = {
    before: async (command) => {
      if (command === "TransactWriteItemsCommand") throw cancelledFor("TransactionConflict");
    },
  };
  await memo.start("add one");
  const delivery = await upToDelivery(memo);
  const step = async () => (await memo.world.ports.runs.readTasks(await memo.run(), 1, ["deliver"]))[0];
  const begun = memo.world.clock.now();
  await through(gate, () => memo.world.deliver(delivery));
  expect((await step())?.started_at).toBeGreaterThanOrEqual(begun);
  expect(await step()).not.toHaveProperty("failures");
  memo.world.clock.advance(limits.foldPatienceMs);
  await expect(through(gate, () => memo.world.deliver(delivery))).rejects.toMatchObject({ code: "table_contended" });
  expect(await step()).toMatchObject({ failures: 1 });
});
