import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../shared/contracts/limits.ts";
import { startDynoxide, type TestTable } from "../support/dynoxide.ts";
import { MemoSession } from "../support/memo-session.ts";
import { cancelledFor } from "../support/refusals.ts";
import { type Gate, gateRequests, through } from "../support/request-gate.ts";

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
