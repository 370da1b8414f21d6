import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { earliestAttention } from "../../../local/dynamodb/attention.ts";
import { DynamoClient } from "../../../local/dynamodb/dynamo-client.ts";
import { Dynoxide } from "../../../local/dynamodb/dynoxide.ts";
import { emptyFolder } from "../../support/tiny-assembly.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const attributes = { pk: "S", att_shard: "S", att_at: "N" } as const;

/** A table with the index that the sweep reads, and what stands in it. */
async function withAttention(...rows: readonly (readonly [shard: string, at: number])[]): Promise<DynamoClient> {
  const folder = emptyFolder();
  const files = { databaseFile: join(folder, "dynamodb.sqlite"), logFile: join(folder, "log") };
  const database = await Dynoxide.start({ ...files, onLost: () => undefined });
  const client = new DynamoClient(database.origin, "us-east-1");
  closers.push(
    () => database.stop(),
    () => client.close(),
  );
  await client.call("CreateTable", {
    TableName: "things",
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: Object.entries(attributes).map(([AttributeName, AttributeType]) => ({
      AttributeName,
      AttributeType,
    })),
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    GlobalSecondaryIndexes: [
      {
        IndexName: "attention",
        KeySchema: [
          { AttributeName: "att_shard", KeyType: "HASH" },
          { AttributeName: "att_at", KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
  });
  for (const [index, [shard, at]] of rows.entries()) {
    const Item = { pk: { S: String(index) }, att_shard: { S: shard }, att_at: { N: String(at) } };
    await client.call("PutItem", { TableName: "things", Item });
  }
  return client;
}

test("the next thing to look at is the earliest of all partitions", async () => {
  const client = await withAttention(["A#03", 900], ["A#15", 700], ["A#15", 800]);
  expect(await earliestAttention(client, "things", null)).toBe(700);
});

test("an unused session is looked at when its time is over, where sessions expire", async () => {
  const client = await withAttention(["A#00", 900], ["I#07", 300], ["I#08", 200]);
  expect(await earliestAttention(client, "things", 500)).toBe(700);
  expect(await earliestAttention(client, "things", 5_000)).toBe(900);
  expect(await earliestAttention(client, "things", null)).toBe(900);
});

test("with nothing to look at there is no time for it", async () => {
  expect(await earliestAttention(await withAttention(), "things", 500)).toBeUndefined();
});
