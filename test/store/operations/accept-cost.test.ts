import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailboxKey } from "../../../shared/adapters/dynamo/keys.ts";
import { SqsQueues } from "../../../shared/adapters/sqs/sqs-queues.ts";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { startFauxqs, type TestQueues } from "../../support/fauxqs.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
let queues: TestQueues;
beforeAll(async () => {
  table = await startDynoxide();
  queues = await startFauxqs();
});
afterAll(async () => {
  await table.stop();
  await queues.stop();
});

/** Counts every attempt that leaves a client, by command. */
function countRequests(client: DynamoDBClient | SQSClient): { readonly sent: string[]; stop(): void } {
  const sent: string[] = [];
  const name = `count-${sent.length}`;
  // Both clients' stacks take the same middleware; only their input types differ.
  const stack = client.middlewareStack as unknown as DynamoDBClient["middlewareStack"];
  stack.add(
    (next, context) => async (args) => {
      sent.push(String(context.commandName));
      return next(args);
    },
    { step: "deserialize", priority: "high", name, override: true },
  );
  return { sent, stop: () => void stack.remove(name) };
}

test.each([{ earlier: 1 }, { earlier: 2000 }])(
  "INV-10 a follow-up is one DynamoDB and one SQS request after $earlier earlier ones",
  async ({ earlier }) => {
    const world = new World(table, [memoAgent([])], answering("Because."));
    const start = {
      owner: "ada",
      agent: "memo",
      input: "add one",
      sources: [],
      on_busy: "enqueue" as const,
      channel: null,
    };
    const started = await startRun(world.ports, start);
    if (started.kind !== "accepted") throw new Error(started.kind);
    await world.settle();
    const say = (text: string) => ({
      owner: "ada",
      run_id: started.run_id,
      text,
      attachments: [],
      on_busy: "revise" as const,
    });
    for (let sent = 0; sent < earlier; sent += 40) {
      const burst = Array.from({ length: Math.min(40, earlier - sent) }, (_, index) =>
        say(index % 2 === 0 ? "louder" : "quieter"),
      );
      await Promise.all(burst.map((message) => acceptFollowUp(world.ports, message)));
      world.clock.advance(60_000);
      await world.settle();
    }
    const { url } = await queues.createQueue(`nudges-${earlier}`);
    const ports = { ...world.ports, queues: new SqsQueues(queues.client, { nudges: url }) };
    const dynamo = countRequests(table.client);
    const sqs = countRequests(queues.client);
    const outcome = await acceptFollowUp(ports, say("louder"));
    dynamo.stop();
    sqs.stop();
    expect(outcome.kind).toBe("accepted");
    expect(dynamo.sent).toEqual(["UpdateItemCommand"]);
    expect(sqs.sent).toEqual(["SendMessageCommand"]);
    // One write unit is 1 KB: the mailbox must not grow with the session.
    const item = await world.table.get(mailboxKey(started.session_id));
    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(1024);
  },
  120_000,
);
