import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { StackOptions } from "../../../local/options.ts";
import type { Stack } from "../../../local/stack.ts";
import { emptyFolder, httpApi, queueInto } from "../../support/tiny-assembly.ts";
import { startTinyStack } from "../../support/tiny-stack.ts";

/** A table with the index of what must be looked at, and a sweep that looks every minute. */
const sweepResources = {
  Table: {
    Type: "AWS::DynamoDB::GlobalTable",
    Properties: {
      AttributeDefinitions: ["pk", "sk", "att_shard"]
        .map((name) => ({ AttributeName: name, AttributeType: "S" }))
        .concat({ AttributeName: "att_at", AttributeType: "N" }),
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
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
    },
  },
  EveryMinute: {
    Type: "AWS::Scheduler::Schedule",
    Properties: {
      ScheduleExpression: "rate(1 minute)",
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: {
        Arn: { "Fn::GetAtt": ["Sweep", "Arn"] },
        RoleArn: "arn:aws:iam::000000000000:role/x",
        Input: '{"ahead_seconds":0}',
      },
    },
  },
};

/** Calls DynamoDB the short way; the bundles of this test have no SDK. */
const dynamo = `
  const dynamo = async (operation, body) => {
    const response = await fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB, { method: "POST", body: JSON.stringify({ TableName: process.env.TABLE_NAME, ...body }),
      headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": "DynamoDB_20120810." + operation, "x-amz-date": "20260101T000000Z",
        authorization: "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0" } });
    if (!response.ok) throw new Error(await response.text());
    return await response.json();
  };
  const log = (line) => require("node:fs").appendFileSync(process.env.LINES, line + " " + new Date().toISOString() + "\\n");`;

/** Removes what is overdue from the index, as the real sweep has it done. */
const sweep = `${dynamo}
  exports.handler = async (event) => {
    log("sweep " + event.ahead_seconds);
    const { Items } = await dynamo("Query", { IndexName: "attention", KeyConditionExpression: "att_shard = :s AND att_at <= :t",
      ExpressionAttributeValues: { ":s": { S: "A#03" }, ":t": { N: String(Date.now()) } } });
    for (const { pk, sk } of Items) await dynamo("DeleteItem", { Key: { pk, sk } });
  };`;

/** Puts items with a time into the index, and messages with a delay into the queue. */
const start = `${dynamo}
  exports.handler = async (event) => {
    const { inMinutes = [], delays = [] } = JSON.parse(event.body);
    for (const minutes of inMinutes) {
      const at = Date.now() + minutes * 60000;
      await dynamo("PutItem", { Item: { pk: { S: "S#" + at }, sk: { S: "X" }, att_shard: { S: "A#03" }, att_at: { N: String(at) } } });
    }
    for (const DelaySeconds of delays) {
      await fetch(process.env.AWS_ENDPOINT_URL_SQS, { method: "POST", body: JSON.stringify({ QueueUrl: process.env.QUEUE_URL, MessageBody: "m", DelaySeconds }),
        headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": "AmazonSQS.SendMessage" } });
    }
    return { now: Date.now(), text: String(Date()), type: new Date() instanceof Date, fixed: new Date(0).toISOString() };
  };`;

const work = `${dynamo} exports.handler = async () => { log("work"); };`;

let stack: Stack;
let linesFile: string;
afterEach(() => stack.stop());

async function run(options: Partial<StackOptions> = {}): Promise<void> {
  linesFile = join(emptyFolder(), "lines");
  writeFileSync(linesFile, "");
  const variables = { LINES: linesFile, TABLE_NAME: { Ref: "Table" }, QUEUE_URL: { Ref: "Work" } };
  const properties = { Timeout: 10 };
  stack = await startTinyStack(
    {
      functions: {
        Sweep: { source: sweep, variables, properties },
        Start: { source: start, variables, properties },
        Worker: { source: work, variables, properties },
      },
      resources: {
        ...sweepResources,
        ...queueInto("Worker"),
        ...httpApi({ "POST /start": { to: "Start", open: true } }),
      },
    },
    { clock: "virtual", ...options },
  );
}

/** Lines so far, each with the seconds since `since` instead of a time. */
function linesSince(since: number): string[] {
  const lines = readFileSync(linesFile, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => {
    const [, text, time] = /^(.*) (\S+)$/.exec(line) ?? [];
    return `${text} +${(Date.parse(time ?? "") - since) / 1_000}`;
  });
}

async function post(path: string, body: object): Promise<{ readonly [key: string]: unknown }> {
  const headers = { "content-type": "application/json" };
  return JSON.parse(
    await (await fetch(stack.origin + path, { method: "POST", body: JSON.stringify(body), headers })).text(),
  );
}

test("time stands still for functions, and a date is a date", async () => {
  await run();
  const now = stack.now();
  const first = await post("/start", {});
  expect(first).toEqual({ now, text: new Date(now).toString(), type: true, fixed: "1970-01-01T00:00:00.000Z" });
  expect(await post("/start", {})).toEqual(first);
});

test("everything due runs in its order, at its time, before the clock goes on", async () => {
  await run();
  const t0 = stack.now();
  await post("/start", { inMinutes: [3, 200.5], delays: [90, 600, 240] });
  await stack.advance("1d");
  expect(stack.now()).toBe(t0 + 86_400_000);
  expect(linesSince(t0)).toEqual([
    "sweep 1000 +0",
    "work +90",
    "sweep 0 +180",
    "work +240",
    "work +600",
    "sweep 0 +12060",
  ]);
});

test("the control paths move the clock by a duration or to a time", async () => {
  await run();
  const t0 = stack.now();
  expect(await (await fetch(`${stack.origin}/_local/clock`)).json()).toEqual({
    now: new Date(t0).toISOString(),
    mode: "virtual",
  });
  expect(await post("/_local/clock/advance", { by: "1h30m" })).toEqual({ now: new Date(t0 + 5_400_000).toISOString() });
  const to = new Date(t0 + 7_200_000).toISOString();
  expect(await post("/_local/clock/advance", { to })).toEqual({ now: to });
  expect(await post("/_local/clock/advance", { to: new Date(t0).toISOString() })).toEqual({ now: to });
  expect(await post("/_local/clock/advance", { by: "soon" })).toMatchObject({ status: 400, code: "invalid_request" });
  expect(await post("/_local/settle", { within: "5s" })).toEqual({ settled: true });
});

test("two callers move the clock one after the other", async () => {
  await run();
  const t0 = stack.now();
  await Promise.all([stack.advance("1h"), stack.advance("1h")]);
  expect(stack.now()).toBe(t0 + 7_200_000);
});

test("time does not go back over a restart, and real time does not follow on later time", async () => {
  const dataDir = emptyFolder();
  await run({ dataDir });
  const later = await stack.advance("30d");
  await stack.stop();
  await expect(run({ dataDir, clock: "real" })).rejects.toThrow("CLOCK=virtual");
  await run({ dataDir });
  expect(stack.now()).toBe(later);
});
