import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { JsonObjectText } from "../../contracts/json-text.ts";
import type { QueueName } from "../../contracts/operator-view.ts";
import type { DeadLetter, DeadLetters } from "../../ports/dead-letters.ts";

/** Where a queue is, and the queue of what it gave up on. */
export type DeadLetterUrls = Readonly<Record<QueueName, { readonly queue: string; readonly dead: string }>>;

/** Most messages of one SQS request. */
const BATCH = 10;
/** How long a message that is being put back is hidden from others. */
const HIDDEN_SECONDS = 60;

/** Together they count every message, those included that somebody is looking at. */
const counts: QueueAttributeName[] = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"];

/** What the queues gave up on. SQS moves messages by itself only within AWS, so they are received, sent and deleted. */
export class SqsDeadLetters implements DeadLetters {
  readonly #client: SQSClient;
  readonly #urls: DeadLetterUrls;

  constructor(client: SQSClient, urls: DeadLetterUrls) {
    this.#client = client;
    this.#urls = urls;
  }

  async look(queue: QueueName): Promise<{ readonly messages: number; readonly sample: readonly DeadLetter[] }> {
    const QueueUrl = this.#urls[queue].dead;
    const { Attributes } = await this.#client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: counts }));
    const messages = counts.reduce((sum, name) => sum + Number(Attributes?.[name] ?? 0), 0);
    // Not hidden at all: looking at a message must not keep it from being put back.
    const seen = messages === 0 ? [] : await this.#receive(QueueUrl, BATCH, 0);
    return { messages: Math.max(messages, seen.length), sample: seen.map(toDeadLetter) };
  }

  async redrive(queue: QueueName, max: number): Promise<number> {
    const { queue: to, dead: from } = this.#urls[queue];
    // All of them are taken first: one that fails at once is a dead letter again before the next is taken.
    const batches: (readonly Message[])[] = [];
    for (let left = max; left > 0; left -= batches.at(-1)?.length ?? 0) {
      const batch = await this.#receive(from, Math.min(BATCH, left), HIDDEN_SECONDS);
      if (batch.length === 0) break;
      batches.push(batch);
    }
    let moved = 0;
    for (const batch of batches) moved += await this.#putBack(batch, from, to);
    return moved;
  }

  async #receive(QueueUrl: string, most: number, VisibilityTimeout: number): Promise<readonly Message[]> {
    const { Messages } = await this.#client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: most,
        VisibilityTimeout,
        // A short poll asks only some of the servers, and may find nothing where there is something.
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ["SentTimestamp"],
      }),
    );
    return Messages ?? [];
  }

  /** Sends first and deletes then, so that a crash doubles a message instead of losing it. */
  async #putBack(messages: readonly Message[], from: string, to: string): Promise<number> {
    const Entries = messages.map(({ Body }, index) => ({ Id: String(index), MessageBody: Body ?? "" }));
    const { Successful = [] } = await this.#client.send(new SendMessageBatchCommand({ QueueUrl: to, Entries }));
    const sent = Successful.map(({ Id }) => ({ Id, ReceiptHandle: messages[Number(Id)]?.ReceiptHandle }));
    if (sent.length > 0) {
      await this.#client.send(new DeleteMessageBatchCommand({ QueueUrl: from, Entries: sent }));
    }
    return sent.length;
  }
}

function toDeadLetter({ MessageId = "", Body = "", Attributes }: Message): DeadLetter {
  const sent = Number(Attributes?.SentTimestamp);
  const body = JsonObjectText.safeParse(Body);
  return { id: MessageId, sent_at: Number.isFinite(sent) ? sent : null, body: body.success ? body.data : null };
}
