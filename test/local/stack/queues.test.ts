import { ReceiveMessageCommand, SendMessageBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, expect, test } from "vitest";
import type { InvocationRecord } from "../../../local/functions/function-host.ts";
import type { Stack } from "../../../local/stack.ts";
import { queueInto } from "../../support/tiny-assembly.ts";
import { startTinyStack } from "../../support/tiny-stack.ts";

/** Puts what it was given into a second queue, so that a test can see it; fails where the message says so. */
const worker = `
  const seen = [];
  exports.handler = async (event) => {
    if (event.ask) return seen;
    seen.push({ now: Date.now(), records: event.Records });
    const bodies = event.Records.map(({ body }) => JSON.parse(body));
    if (bodies.some(({ does }) => does === "throw")) throw new Error("whole batch");
    if (bodies.some(({ does }) => does === "lie")) return { batchItemFailures: [{ itemIdentifier: "nobody" }] };
    return { batchItemFailures: event.Records.filter((_, index) => bodies[index].does === "fail").map(({ messageId }) => ({ itemIdentifier: messageId })) };
  };`;

let stack: Stack;
let client: SQSClient;
const records: InvocationRecord[] = [];

async function start(properties: Parameters<typeof queueInto>[1] = {}): Promise<void> {
  records.length = 0;
  stack = await startTinyStack(
    {
      functions: { Worker: { source: worker, properties: { Timeout: 10 } } },
      resources: queueInto("Worker", properties),
    },
    { clock: "virtual", onInvocation: (record) => records.push(record) },
  );
  client = new SQSClient({
    endpoint: stack.endpoints.sqs,
    region: "us-east-1",
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
  });
}
afterEach(async () => {
  client.destroy();
  await stack.stop();
});

const queueUrl = (name: string) => `${stack.endpoints.sqs}/000000000000/tiny-${name}`;
const send = (body: object, DelaySeconds?: number) =>
  client.send(new SendMessageCommand({ QueueUrl: queueUrl("Work"), MessageBody: JSON.stringify(body), DelaySeconds }));
const receiveDead = async () =>
  (await client.send(new ReceiveMessageCommand({ QueueUrl: queueUrl("DeadLetters"), MaxNumberOfMessages: 10 })))
    .Messages ?? [];

test("a message runs the function at once, with the record Lambda documents", async () => {
  await start();
  await client.send(
    new SendMessageCommand({
      QueueUrl: queueUrl("Work"),
      MessageBody: '{"n":1}',
      MessageAttributes: { trace: { DataType: "String", StringValue: "abc" } },
    }),
  );
  await stack.settle();
  expect(records).toMatchObject([{ functionName: "Worker", outcome: "ok" }]);
  await send({ n: 2 });
  await stack.settle();
  expect(records).toHaveLength(2);
});

test("of a batch only what failed comes back, after its time, and at last goes to the dead letter queue", async () => {
  await start();
  const Entries = ["ok", "fail", "ok"].map((does, index) => ({
    Id: String(index),
    MessageBody: JSON.stringify({ does }),
  }));
  await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl("Work"), Entries }));
  await stack.settle();
  const afterFirst = records.length;
  await stack.advance("29s");
  expect(records).toHaveLength(afterFirst);
  await stack.advance("2s");
  expect(records).toHaveLength(afterFirst + 1);
  expect(await receiveDead()).toEqual([]);
  await stack.advance("1h");
  expect(records).toHaveLength(afterFirst + 1);
  expect((await receiveDead()).map(({ Body }) => Body)).toEqual(['{"does":"fail"}']);
});

test.each(["throw", "lie"])("an answer of the kind '%s' fails the whole batch", async (does) => {
  await start();
  await send({ does });
  await stack.advance("10m");
  expect(records).toHaveLength(2);
  expect(await receiveDead()).toHaveLength(1);
});

test("a delayed message runs at its moment of virtual time", async () => {
  await start();
  await send({ n: 1 }, 600);
  await stack.settle();
  expect(records).toHaveLength(0);
  await stack.advance("599s");
  expect(records).toHaveLength(0);
  await stack.advance("1s");
  expect(records).toHaveLength(1);
});

test("a delay that SQS would refuse is refused", async () => {
  await start();
  await expect(send({ n: 1 }, 901)).rejects.toMatchObject({ name: "InvalidParameterValue" });
});

test("no more batches run at once than the mapping allows", async () => {
  await start({ mapping: { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } } });
  await Promise.all(Array.from({ length: 20 }, (_, n) => send({ n })));
  await stack.settle();
  expect(records).toHaveLength(20);
});

test("a window gathers messages into one batch", async () => {
  await start({ mapping: { BatchSize: 3, MaximumBatchingWindowInSeconds: 5 } });
  await Promise.all(Array.from({ length: 3 }, (_, n) => send({ n })));
  await stack.settle();
  expect(records).toHaveLength(1);
});
