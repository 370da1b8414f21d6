import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { DynamoClient } from "../../../local/dynamodb/dynamo-client.ts";
import { Dynoxide } from "../../../local/dynamodb/dynoxide.ts";
import { ensureTable } from "../../../local/dynamodb/ensure-table.ts";
import { SetupProblem } from "../../../local/problem.ts";
import { freePort } from "../../../local/process/free-port.ts";
import type { Stack } from "../../../local/stack.ts";
import type { TableSpec } from "../../../local/template/blueprint.ts";
import { emptyFolder } from "../../support/tiny-assembly.ts";
import { startTinyStack } from "../../support/tiny-stack.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startDatabase(folder = emptyFolder()): Promise<Dynoxide> {
  const databaseFile = join(folder, "dynamodb.sqlite");
  const database = await Dynoxide.start({ databaseFile, logFile: join(folder, "log"), onLost: () => undefined });
  closers.push(() => database.stop());
  return database;
}

function aTable(sortKey: string): TableSpec {
  const names = ["pk", sortKey];
  return {
    name: "things",
    arn: "arn:aws:dynamodb:us-east-1:000000000000:table/things",
    createTable: {
      TableName: "things",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: names.map((name) => ({ AttributeName: name, AttributeType: "S" })),
      KeySchema: names.map((name, index) => ({ AttributeName: name, KeyType: index === 0 ? "HASH" : "RANGE" })),
    },
    ttlAttribute: "ttl",
  };
}

/** Runs `work` as if on a platform that has no database, where the environment names the server at `origin`. */
async function onAnotherPlatform(origin: string | undefined, work: () => Promise<void>): Promise<void> {
  const { platform } = process;
  Object.defineProperty(process, "platform", { value: "plan9" });
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", origin);
  try {
    await work();
  } finally {
    vi.unstubAllEnvs();
    Object.defineProperty(process, "platform", { value: platform });
  }
}

async function startTableStack(dataDir: string): Promise<Stack> {
  const { AttributeDefinitions, KeySchema } = aTable("sk").createTable;
  const stack = await startTinyStack(
    {
      functions: { One: { source: "exports.handler = async () => null;" } },
      resources: { Things: { Type: "AWS::DynamoDB::Table", Properties: { AttributeDefinitions, KeySchema } } },
    },
    { dataDir },
  );
  closers.push(() => stack.stop());
  return stack;
}
const tableOf = ({ blueprint }: Stack) => blueprint.tables[0]?.name;

test("a table is made once and kept, and another shape under its name is refused", async () => {
  const client = new DynamoClient((await startDatabase()).origin, "us-east-1");
  closers.push(() => client.close());
  await ensureTable(client, aTable("sk"));
  await client.call("PutItem", { TableName: "things", Item: { pk: { S: "a" }, sk: { S: "b" } } });
  await ensureTable(client, aTable("sk"));
  expect(await client.call("Scan", { TableName: "things" })).toMatchObject({ Count: 1 });
  expect(await client.call("DescribeTimeToLive", { TableName: "things" })).toMatchObject({
    TimeToLiveDescription: { AttributeName: "ttl", TimeToLiveStatus: "ENABLED" },
  });
  await expect(ensureTable(client, aTable("other"))).rejects.toThrow(/use an empty DATA_DIR/);
});

test("a stopped database leaves its data in one file", async () => {
  const folder = emptyFolder();
  const first = await startDatabase(folder);
  const before = new DynamoClient(first.origin, "us-east-1");
  await ensureTable(before, aTable("sk"));
  before.close();
  await first.stop();
  const after = new DynamoClient((await startDatabase(folder)).origin, "us-east-1");
  closers.push(() => after.close());
  expect(await after.call("ListTables", {})).toMatchObject({ TableNames: ["things"] });
});

test("a port that somebody took meanwhile is left to them, and another one is tried", async () => {
  const ports = [await freePort(), await freePort()];
  const other = createServer().listen(ports[0], "127.0.0.1");
  closers.push(() => other.close());
  await once(other, "listening");
  const tried = [...ports];
  const database = await Dynoxide.start({ onLost: () => undefined }, async () => tried.shift() ?? 0);
  closers.push(() => database.stop());
  expect(database.origin).toBe(`http://127.0.0.1:${ports[1]}`);
});

test("a platform without the database is told the way out", async () => {
  await onAnotherPlatform(undefined, async () => {
    await expect(startDatabase()).rejects.toThrow(/no DynamoDB binary for plan9.*AWS_ENDPOINT_URL_DYNAMODB/);
  });
});

test("another server takes the place of the one that comes with the stack", async () => {
  const database = await startDatabase();
  const stack = await startTinyStack(
    { functions: { One: { source: "exports.handler = async () => null;" } } },
    { dynamodbEndpoint: database.origin },
  );
  closers.push(() => stack.stop());
  expect(stack.endpoints.dynamodb).toBe(database.origin);
});

test("where no server comes with the stack, the one named by the environment is used, with tables for each folder", async () => {
  const database = await startDatabase();
  const [one, other] = [emptyFolder(), emptyFolder()];
  await onAnotherPlatform(database.origin, async () => {
    const stacks = await Promise.all([startTableStack(one), startTableStack(other)]);
    expect(stacks.map(({ endpoints }) => endpoints.dynamodb)).toEqual([database.origin, database.origin]);
    const names = stacks.map(tableOf);
    expect(names).toEqual([expect.stringMatching(/^tiny-Things-./), expect.stringMatching(/^tiny-Things-./)]);
    expect(names[0]).not.toBe(names[1]);
    const client = new DynamoClient(database.origin, "us-east-1");
    closers.push(() => client.close());
    expect(await client.call("ListTables", {})).toEqual({ TableNames: expect.arrayContaining(names) });
    for (const stack of stacks) await stack.stop();
    expect(tableOf(await startTableStack(one))).toBe(names[0]);
  });
});

test("where a server comes with the stack, the environment names no other, and the tables have no marks", async () => {
  vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:1");
  closers.push(() => vi.unstubAllEnvs());
  expect(tableOf(await startTableStack(emptyFolder()))).toBe("tiny-Things");
});

test("a server that is not there is said in a sentence", async () => {
  const client = new DynamoClient("http://127.0.0.1:1", "us-east-1");
  await expect(ensureTable(client, aTable("sk"))).rejects.toThrow(SetupProblem);
  await expect(ensureTable(client, aTable("sk"))).rejects.toThrow("DynamoDB at http://127.0.0.1:1 does not answer");
});
