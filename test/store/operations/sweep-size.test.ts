import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { attention, mailboxKey } from "../../../shared/adapters/dynamo/keys.ts";
import type { SessionId } from "../../../shared/contracts/ids.ts";
import { derivedUlid } from "../../../shared/domain/digest.ts";
import { sweep } from "../../../shared/steps/sweep/sweep.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const overdueSince = Date.UTC(2026, 6, 18, 8, 0);
const ROWS = 20_000;

const idOf = (index: number): SessionId => `ses_${derivedUlid(`overdue ${index}`)}`;

/** As many sessions as that, each of which somebody should have looked at a millisecond after the one before. */
async function neglect(from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 25) {
    const puts = Array.from({ length: 25 }, (_, offset) => {
      const id = idOf(index + offset);
      return { PutRequest: { Item: marshall({ ...mailboxKey(id), ...attention(id, overdueSince + index + offset) }) } };
    });
    await table.client.send(new BatchWriteItemCommand({ RequestItems: { [table.tableName]: puts } }));
  }
}

test("a sweep goes through however much is overdue, or as far as its time goes, the oldest first", async () => {
  await Promise.all(Array.from({ length: 8 }, (_, part) => neglect((part * ROWS) / 8, ((part + 1) * ROWS) / 8)));
  const world = new World(table, [memoAgent([])], answering(""));
  const now = world.clock.now();

  const whole = await sweep(world.ports, 0);
  expect(whole).toEqual({ sessions: ROWS, wakes: 0, questions: 0, oldest_ms: now - overdueSince });
  const asked = new Set(world.pending.map(({ body }) => body.session_id));
  expect(asked.size).toBe(ROWS);

  // Each request takes long now: a page of each shard is all that there is time for.
  world.pending.length = 0;
  const { nudge, ...queues } = world.ports.queues;
  Object.assign(world.ports, {
    queues: {
      ...queues,
      nudge: async (...args: Parameters<typeof nudge>) => {
        await nudge(...args);
        world.clock.advance(45_000);
      },
    },
  });
  const part = await sweep(world.ports, 0);
  expect(part.sessions).toBe(16 * 1000);
  expect(part.oldest_ms).toBe(now - overdueSince);
  const left = await world.ports.attention.overdue(now, 10);
  for (const { session_id } of left) {
    expect(world.pending.some(({ body }) => body.session_id === session_id)).toBe(true);
  }
}, 60_000);

test("one shard that cannot be asked for keeps no other from being swept", async () => {
  const world = new World(table, [memoAgent([])], answering(""));
  let calls = 0;
  const { nudge, ...queues } = world.ports.queues;
  Object.assign(world.ports, {
    queues: {
      ...queues,
      nudge: async (...args: Parameters<typeof nudge>) => {
        calls += 1;
        if (calls === 3) throw new Error("queue is down");
        await nudge(...args);
      },
    },
  });
  await expect(sweep(world.ports, 0)).rejects.toThrow("queue is down");
  expect(world.pending.length).toBeGreaterThan(ROWS * 0.9);
}, 60_000);
