import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agentPartitions, wakeKey } from "../../../shared/adapters/dynamo/keys.ts";
import type { Wake } from "../../../shared/contracts/wake.ts";
import type { WakeFilter } from "../../../shared/ports/operations.ts";
import type { WakePosition } from "../../../shared/ports/reader.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { agentLike, openSession, scheduled } from "../../support/wakes.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** Partitions of the index in which wakes of the agent are, with how many. */
async function spread(world: World): Promise<readonly number[]> {
  const counts = agentPartitions("memo").map((partition) =>
    world.table.count({
      IndexName: "by_agent",
      KeyConditionExpression: "agent_pk = :agent",
      ExpressionAttributeValues: { ":agent": partition },
    }),
  );
  return Promise.all(counts);
}

/** The whole list, page by page. */
async function listed(world: World, filter: WakeFilter, limit: number): Promise<readonly Wake[]> {
  const all: Wake[] = [];
  for (let after: WakePosition | null = null, pages = 0; ; pages += 1) {
    const { items, next } = await world.operations.findWakes("memo", filter, { after, limit });
    expect(items.length).toBeLessThanOrEqual(limit);
    all.push(...items);
    if (next === null) return all;
    expect(pages).toBeLessThan(500);
    after = next;
  }
}

test("wakes of one agent are spread over partitions, and listed in one order", async () => {
  const world = new World(table, [agentLike("memo")], answering(""));
  const made: Wake[] = [];
  for (let session = 0; session < 32; session += 1) {
    const id = await openSession(world);
    for (let count = 0; count < 10; count += 1) {
      world.clock.advance(1000);
      made.push(await scheduled(world, id, { inMs: 20 * 86_400_000 }));
    }
  }
  const counts = await spread(world);
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(5);
  expect(Math.max(...counts)).toBeLessThan(made.length / 4);

  // One as it was written before there were several partitions.
  const [first] = made;
  if (first === undefined) throw new Error("none");
  await table.client.send(
    new UpdateItemCommand({
      TableName: table.tableName,
      Key: marshall(wakeKey(first.session_id, first.followup_id)),
      UpdateExpression: "SET agent_pk = :plain",
      ExpressionAttributeValues: marshall({ ":plain": "AGENT#memo" }),
    }),
  );

  const newestFirst = made.toReversed().map(({ followup_id }) => followup_id);
  for (const limit of [7, 100]) {
    const all = await listed(world, {}, limit);
    expect(all.map(({ followup_id }) => followup_id)).toEqual(newestFirst);
  }
  const rare: WakeFilter = { session_id: first.session_id, status: "scheduled" };
  const found = await listed(world, rare, 3);
  expect(found.map(({ followup_id }) => followup_id)).toEqual(newestFirst.slice(-10));
  const [from, to] = [made[100]?.created_at ?? 0, made[200]?.created_at ?? 0];
  expect((await listed(world, { from, to }, 13)).map(({ created_at }) => created_at)).toEqual(
    made
      .slice(100, 200)
      .toReversed()
      .map(({ created_at }) => created_at),
  );
}, 60_000);
