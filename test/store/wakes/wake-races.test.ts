import { afterAll, beforeAll, describe, test } from "vitest";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { gateRequests } from "../../support/request-gate.ts";
import { start, startAgainstCancel } from "../../support/wake-races.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterAll(() => table.stop());

/** With those of `wake-races-ring`, 2,000. */
const RACES = 1100;

describe("INV-5 a cancel against a start: never both, never neither", () => {
  test(
    "in the orders of their requests, when it rang before",
    () => startAgainstCancel(table, start, RACES, true),
    300_000,
  );
});
