import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOptions } from "../../../shared/adapters/aws/client-options.ts";
import { type Item, Table } from "../../../shared/adapters/dynamo/table.ts";
import { systemChance, systemClock } from "../../../shared/adapters/system/system.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";

let server: TestTable;
let client: DynamoDBClient;
let table: Table;
beforeAll(async () => {
  server = await startDynoxide();
  client = new DynamoDBClient({
    ...clientOptions(3_000),
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    endpoint: server.origin,
  });
  table = new Table(client, server.tableName, systemClock, { random: systemChance, patienceMs: 0 });
});
afterAll(async () => {
  client.destroy();
  await server.stop();
});

const key = (pk: string, index = 0) => ({ pk, sk: `S#${String(index).padStart(3, "0")}` });
const isNew = { ConditionExpression: "attribute_not_exists(pk)" };
const put = (item: Item) => ({ Put: { TableName: "", Item: { ...item }, ...isNew } });

/** Everything that an attribute can be here, and what is left of it. */
const attributes = {
  text: "",
  number: -0.5,
  yes: true,
  nothing: null,
  words: new Set(["b", "a"]),
  list: [1, undefined, { a: undefined, b: [] }],
  map: { gone: undefined, kept: { deep: "x", gone: undefined } },
  gone: undefined,
};
const stored = {
  text: "",
  number: -0.5,
  yes: true,
  nothing: null,
  words: new Set(["a", "b"]),
  list: [1, { b: [] }],
  map: { kept: { deep: "x" } },
};

test("an item is read as it was written, without what is undefined at any depth", async () => {
  await table.put({ ...key("put"), ...attributes });
  expect(await table.get(key("put"))).toStrictEqual({ ...key("put"), ...stored });
  expect(await table.transact([put({ ...key("put", 1), ...attributes })])).toEqual({ kind: "done" });
  expect(await table.get(key("put", 1))).toStrictEqual({ ...key("put", 1), ...stored });
  await table.remove(key("put"));
  await table.remove(key("put"));
  expect(await table.get(key("put"))).toBeNull();
});

test.each<{ readonly constructor: unknown }>([
  { constructor: 1 },
  { constructor: "Object" },
  { constructor: { name: "Set" } },
  { constructor: { name: "String", constructor: { name: "Map" } } },
])("a member may be called constructor, as in %j", async (mistakable) => {
  const item = { ...key("named"), map: mistakable, list: [{ a: [mistakable] }], gone: undefined };
  const { gone: _gone, ...kept } = item;
  await table.put(item);
  expect(await table.get(key("named"))).toEqual(kept);
});

test("an update answers with the item as it is, and a lost one with the item as it was", async () => {
  const change = (value: object | undefined, condition: string) => ({
    Key: key("update"),
    UpdateExpression: "SET #value = :value",
    ConditionExpression: condition,
    ExpressionAttributeNames: { "#value": "value" },
    ExpressionAttributeValues: { ":value": value, ":unused": undefined },
  });
  const written = { ...key("update"), value: { map: stored } };
  expect(await table.update(change({ map: attributes }, "attribute_not_exists(pk)"))).toStrictEqual({
    kind: "done",
    item: written,
  });
  expect(await table.update(change({}, "attribute_not_exists(pk)"))).toStrictEqual({ kind: "lost", item: written });
  const absent = { ...change({}, "attribute_exists(pk)"), Key: key("absent") };
  expect(await table.update(absent)).toStrictEqual({ kind: "lost", item: null });
});

test("a lost transaction says which writes failed, with the items as they were, and writes nothing", async () => {
  await table.put({ ...key("lost", 1), words: new Set(["x"]) });
  const gone = { Delete: { TableName: "", Key: key("lost", 2), ConditionExpression: "attribute_exists(pk)" } };
  const writes = [put(key("lost")), put(key("lost", 1)), gone];
  const outcome = await table.transact(writes, { token: "token" });
  const failed = new Map([
    [1, { ...key("lost", 1), words: new Set(["x"]) }],
    [2, null],
  ]);
  expect(outcome).toStrictEqual({ kind: "lost", failed });
  expect(await table.get(key("lost"))).toBeNull();
  await expect(table.transact([{}])).rejects.toMatchObject({ code: "empty_write" });
});

test("a repeat of a transaction with its token is done once", async () => {
  const counted = {
    Update: {
      TableName: "",
      Key: key("token"),
      UpdateExpression: "ADD n :one",
      ExpressionAttributeValues: { ":one": 1 },
    },
  };
  for (let time = 0; time < 2; time += 1)
    expect(await table.transact([counted], { token: "once-and-for-all" })).toEqual({ kind: "done" });
  expect(await table.get(key("token"))).toMatchObject({ n: 1 });
});

test("many are read in the order of their keys, and queries page by page", async () => {
  const keys = Array.from({ length: 120 }, (_, index) => key("many", index));
  await Promise.all(keys.filter((_, index) => index % 3 > 0).map((one, index) => table.put({ ...one, index })));
  const asked = [...keys.toReversed(), key("many", 1)];
  const found = await table.getMany(asked);
  expect(found.map((item) => item?.sk ?? null)).toEqual(
    asked.map(({ sk }) => (Number(sk.slice(2)) % 3 > 0 ? sk : null)),
  );
  const all = { KeyConditionExpression: "pk = :pk", ExpressionAttributeValues: { ":pk": "many" } };
  expect(await table.query({ ...all, Limit: 7 })).toHaveLength(80);
  expect(await table.count(all)).toBe(80);
  const first = await table.queryPage({ ...all, Limit: 2 });
  expect(first.next).toEqual(key("many", 2));
  const second = await table.queryPage({ ...all, Limit: 2, ExclusiveStartKey: first.next });
  expect(second.items).toMatchObject([key("many", 4), key("many", 5)]);
  expect((await table.queryPage({ ...all, ExclusiveStartKey: key("many", 119) })).next).toBeUndefined();
});

test("requests made at once over one client do not take each other's answers", async () => {
  const indices = Array.from({ length: 40 }, (_, index) => index);
  await Promise.all(indices.map((index) => table.put({ ...key(`at-once-${index}`), index })));
  const outcomes = await Promise.all(
    indices.map(async (index) => {
      const seen = await table.get(key(`at-once-${index}`));
      const lost = await table.transact([put({ ...key(`at-once-${index}`) })]);
      return { seen, was: lost.kind === "lost" ? lost.failed.get(0) : undefined };
    }),
  );
  for (const [index, { seen, was }] of outcomes.entries()) {
    expect(seen).toEqual({ ...key(`at-once-${index}`), index });
    expect(was).toEqual(seen);
  }
});
