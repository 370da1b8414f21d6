import { ProvisionedThroughputExceededException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Table } from "../../../shared/adapters/dynamo/table.ts";
import type { Clock } from "../../../shared/ports/clock.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { cancelledFor, refusing } from "../../support/refusals.ts";
import { gateRequests, through } from "../../support/request-gate.ts";
import { seeded } from "../../support/seeded.ts";

let server: TestTable;
beforeAll(async () => {
  server = await startDynoxide();
  gateRequests(server.client);
});
afterAll(() => server.stop());

const patienceMs = 10_000;
const conflict = () => cancelledFor("None", "TransactionConflict");
const throttled = () => cancelledFor("ThrottlingError", "None");

/** A table whose waits are written down and take no time, with chance of its own. */
function tableWith(seed: number) {
  const waits: number[] = [];
  const pause = async (ms: number) => void waits.push(ms);
  const clock: Clock = { now: () => 0, pause, every: () => () => undefined };
  return { table: new Table(server.client, server.tableName, clock, { random: seeded(seed), patienceMs }), waits };
}

let keys = 0;
function nextKey() {
  keys += 1;
  return { pk: `contended-${keys}`, sk: "S" };
}
const put = (table: Table, key = nextKey()) => table.transact([{ Put: { TableName: "", Item: key } }]);

/** What one write waited while it was refused so often. */
async function waitsOf(seed: number, times: number, error: () => Error): Promise<readonly number[]> {
  const { table, waits } = tableWith(seed);
  await through(refusing(times, error), () => put(table));
  return waits;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

describe("a write that another transaction is in the way of", () => {
  test.each([
    { of: "a transaction", error: conflict },
    { of: "one write", error: () => new TransactionConflictException({ message: "conflict", $metadata: {} }) },
  ])("is done when the way is free: $of", async ({ error }) => {
    const { table, waits } = tableWith(1);
    const key = nextKey();
    expect(await through(refusing(15, error), () => put(table, key))).toEqual({ kind: "done" });
    expect(await table.get(key)).toEqual(key);
    expect(waits).toHaveLength(15);
  });

  test("does not wait the same times as the one that it met", async () => {
    const [first, second] = [await waitsOf(1, 10, conflict), await waitsOf(2, 10, conflict)];
    // From the fourth on, waits are long enough to be told apart.
    for (const [index, ms] of first.entries()) if (index > 3) expect(ms).not.toBe(second[index]);
    expect(Math.max(...first, ...second)).toBeLessThanOrEqual(1_000);
    expect(await waitsOf(1, 10, conflict)).toEqual(first);
  });

  test("waits for as long as it may, and is contended then, with nothing written", async () => {
    const { table, waits } = tableWith(3);
    const key = nextKey();
    const write = through(refusing(Number.POSITIVE_INFINITY, conflict), () => put(table, key));
    await expect(write).rejects.toMatchObject({
      code: "table_contended",
      remedy: "retry",
      details: { reason: "conflict" },
    });
    expect(sum(waits)).toBe(patienceMs);
    expect(await table.get(key)).toBeNull();
  });
});

describe("a transaction that is too much for its partition for the moment", () => {
  test.each(["ThrottlingError", "ProvisionedThroughputExceeded"])(
    "is done when it is not any more: %s",
    async (code) => {
      expect(await waitsOf(5, 6, () => cancelledFor(code, "None"))).toHaveLength(6);
    },
  );

  test("waits longer than for another transaction, also when that is in its way as well", async () => {
    const waits = await waitsOf(6, 5, throttled);
    expect(sum(waits)).toBeGreaterThan(3 * sum(await waitsOf(6, 5, conflict)));
    expect(await waitsOf(6, 5, () => cancelledFor("TransactionConflict", "ThrottlingError"))).toEqual(waits);
  });

  test("is contended when it waited for as long as it may", async () => {
    const { table, waits } = tableWith(7);
    const write = through(refusing(Number.POSITIVE_INFINITY, throttled), () => put(table));
    await expect(write).rejects.toMatchObject({ code: "table_contended", details: { reason: "throttled" } });
    expect(sum(waits)).toBe(patienceMs);
  });
});

test("a read that the table takes no more of is contended, however often the SDK has asked", async () => {
  const { table } = tableWith(8);
  const refuse = () => refusing(1, () => new ProvisionedThroughputExceededException({ message: "", $metadata: {} }));
  const key = nextKey();
  const reads: readonly (() => Promise<unknown>)[] = [
    () => table.get(key),
    () => table.getMany([key]),
    () => table.query({ KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: { ":pk": key.pk } }),
  ];
  for (const read of reads)
    await expect(through(refuse(), read)).rejects.toMatchObject({ code: "table_contended", remedy: "retry" });
});

describe("what waiting does not help is thrown at once", () => {
  test.each([
    { error: () => cancelledFor("None", "ValidationError"), thrown: { name: "TransactionCanceledException" } },
    // The SDK has tried it again before.
    {
      error: () => new ProvisionedThroughputExceededException({ message: "slow down", $metadata: {} }),
      thrown: { code: "table_contended", remedy: "retry", details: { reason: "throttled" } },
    },
  ])("$thrown", async ({ error, thrown }) => {
    const { table, waits } = tableWith(4);
    await expect(through(refusing(1, error), () => put(table))).rejects.toMatchObject(thrown);
    expect(waits).toEqual([]);
  });
});
