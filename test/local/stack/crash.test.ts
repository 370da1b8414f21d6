import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { CreateScheduleCommand, GetScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { expect, test } from "vitest";
import { readRunning } from "../../../local/process/data-folder.ts";
import { type Child, runScript } from "../../support/child.ts";
import { processesWith } from "../../support/processes.ts";
import { emptyFolder, writeAssembly } from "../../support/tiny-assembly.ts";

const assembly = writeAssembly({ functions: { One: { source: "exports.handler = async () => null;" } } });
const script = fileURLToPath(new URL("../../support/tiny-stack-process.ts", import.meta.url));
const credentials = { accessKeyId: "a", secretAccessKey: "b" };

async function startProcess(
  dataDir: string,
): Promise<{ readonly child: Child; readonly dynamodb: string; readonly scheduler: string }> {
  const child = runScript([script, assembly, dataDir]);
  const [, , dynamodb = "", scheduler = ""] = (await child.firstLine).split(" ");
  return { child, dynamodb, scheduler };
}
const databaseOf = (dataDir: string) => processesWith(join(dataDir, "dynamodb.sqlite"));

test("a killed stack takes its database along, and another one finds everything again", async () => {
  const dataDir = emptyFolder();
  const first = await startProcess(dataDir);
  const { dynamodb, scheduler } = first;
  expect(readRunning(dataDir)).toMatchObject({ pid: first.child.pid, endpoints: { dynamodb, scheduler } });
  const table = { TableName: "kept" };
  const before = new DynamoDBClient({ endpoint: first.dynamodb, region: "us-east-1", credentials });
  await before.send(
    new CreateTableCommand({
      ...table,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    }),
  );
  await before.send(new PutItemCommand({ ...table, Item: { pk: { S: "x" } } }));
  const bells = new SchedulerClient({ endpoint: first.scheduler, region: "us-east-1", credentials });
  await bells.send(
    new CreateScheduleCommand({
      Name: "bell",
      ScheduleExpression: "at(2099-01-01T00:00:00)",
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: { Arn: "arn:aws:sqs:us-east-1:000000000000:q", RoleArn: "arn:aws:iam::000000000000:role/r" },
    }),
  );
  expect(databaseOf(dataDir)).not.toEqual([]);
  first.child.kill("SIGKILL");
  await first.child.ended;

  const second = await startProcess(dataDir);
  const after = new DynamoDBClient({ endpoint: second.dynamodb, region: "us-east-1", credentials });
  const found = await after.send(new GetItemCommand({ ...table, Key: { pk: { S: "x" } } }));
  expect(found.Item).toEqual({ pk: { S: "x" } });
  const again = new SchedulerClient({ endpoint: second.scheduler, region: "us-east-1", credentials });
  expect(await again.send(new GetScheduleCommand({ Name: "bell" }))).toMatchObject({ Name: "bell" });
  second.child.kill("SIGTERM");
  expect(await second.child.ended).toMatchObject({ code: 0, stderr: "" });
  expect(databaseOf(dataDir)).toEqual([]);
  expect(existsSync(join(dataDir, "stack.json"))).toBe(false);
});

test("a database whose guard was killed too is ended before a second one opens its file", async () => {
  const dataDir = emptyFolder();
  const first = await startProcess(dataDir);
  const running = databaseOf(dataDir);
  const database = running.find(({ program }) => program.endsWith("/dynoxide"));
  const guards = running.filter((one) => one !== database).map(({ pid }) => pid);
  // First all stand still: whichever died before the others would have them take the database along.
  for (const signal of ["SIGSTOP", "SIGKILL"] as const) {
    first.child.kill(signal);
    for (const pid of guards) process.kill(pid, signal);
  }
  await first.child.ended;
  await expect.poll(() => databaseOf(dataDir)).toEqual([database]);
  const second = await startProcess(dataDir);
  expect(databaseOf(dataDir)).not.toContainEqual(database);
  second.child.kill("SIGTERM");
  await second.child.ended;
});
