import { ReceiveMessageCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { expect, test } from "vitest";
import { startFauxqs } from "../../support/fauxqs.ts";

test("a message sent to a queue's own URL is received from it and from no other queue", async () => {
  const queues = await startFauxqs();
  const nudges = await queues.createQueue("nudges", { VisibilityTimeout: "60" });
  const wakes = await queues.createQueue("wakes");

  await queues.client.send(new SendMessageCommand({ QueueUrl: nudges.url, MessageBody: "look at a session" }));

  const [fromNudges, fromWakes] = await Promise.all(
    [nudges, wakes].map(({ url }) => queues.client.send(new ReceiveMessageCommand({ QueueUrl: url }))),
  );
  expect(fromNudges?.Messages?.map((message) => message.Body)).toEqual(["look at a session"]);
  expect(fromWakes?.Messages ?? []).toEqual([]);
  await queues.stop();
});
