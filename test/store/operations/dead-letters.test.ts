import { ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SqsDeadLetters } from "../../../shared/adapters/sqs/sqs-dead-letters.ts";
import { startFauxqs, type TestQueue, type TestQueues } from "../../support/fauxqs.ts";

let sqs: TestQueues;
beforeAll(async () => {
  sqs = await startFauxqs();
});
afterAll(() => sqs.stop());

let made = 0;

/** A queue and the queue of what it gave up on, with these bodies in the latter. */
async function withDead(bodies: readonly string[]) {
  made += 1;
  const [queue, dead] = [await sqs.createQueue(`q${made}`), await sqs.createQueue(`d${made}`)];
  for (const MessageBody of bodies) await sqs.client.send(new SendMessageCommand({ QueueUrl: dead.url, MessageBody }));
  const urls = { queue: queue.url, dead: dead.url };
  return { queue, dead, letters: new SqsDeadLetters(sqs.client, { nudges: urls, tasks: urls, wakes: urls }) };
}

async function bodiesIn({ url }: TestQueue): Promise<readonly string[]> {
  const { Messages = [] } = await sqs.client.send(
    new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
  );
  return Messages.map(({ Body = "" }) => Body).sort();
}

test("looking counts the messages, shows what they hold, and leaves them where they are", async () => {
  const { dead, letters } = await withDead(['{"session_id":"ses_1"}', "no json"]);
  for (const _ of [1, 2]) {
    const { messages, sample } = await letters.look("wakes");
    expect(messages).toBe(2);
    expect(sample.map(({ body }) => body)).toEqual(expect.arrayContaining([{ session_id: "ses_1" }, null]));
    for (const { id, sent_at } of sample) expect([typeof id, typeof sent_at]).toEqual(["string", "number"]);
  }
  expect(await bodiesIn(dead)).toHaveLength(2);
});

test("putting back moves at most so many, unchanged, and the rest stays", async () => {
  const bodies = Array.from({ length: 14 }, (_, index) => JSON.stringify({ n: index }));
  const { queue, letters } = await withDead(bodies);
  expect(await letters.redrive("wakes", 12)).toBe(12);
  expect((await letters.look("wakes")).messages).toBe(2);
  expect(await letters.redrive("wakes", 100)).toBe(2);
  expect(await letters.redrive("wakes", 100)).toBe(0);
  const { messages } = await letters.look("wakes");
  expect(messages).toBe(0);
  expect((await bodiesIn(queue)).every((body) => bodies.includes(body))).toBe(true);
});

test("an empty queue is empty", async () => {
  const { letters } = await withDead([]);
  expect(await letters.look("tasks")).toEqual({ messages: 0, sample: [] });
  expect(await letters.redrive("tasks", 10)).toBe(0);
});
