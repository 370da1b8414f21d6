import { ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SqsVisibility } from "../../../shared/adapters/sqs/visibility.ts";
import { startFauxqs, type TestQueues } from "../../support/fauxqs.ts";

let queues: TestQueues;
beforeAll(async () => {
  queues = await startFauxqs();
});
afterAll(() => queues.stop());

test("a message comes back when it was told to, and not before", async () => {
  const { url } = await queues.createQueue("work", { VisibilityTimeout: "300" });
  const visibility = new SqsVisibility(queues.client, url);
  await queues.client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: "{}" }));
  const receive = async () => {
    const { Messages } = await queues.client.send(new ReceiveMessageCommand({ QueueUrl: url }));
    return Messages?.map(({ ReceiptHandle }) => ReceiptHandle ?? "") ?? [];
  };
  const [first = ""] = await receive();
  expect(await receive()).toEqual([]);
  await visibility.comeBack(first, 0);
  const [second = ""] = await receive();
  expect(second).not.toBe("");
  await visibility.comeBack(second, 30);
  expect(await receive()).toEqual([]);
});
