import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { Fault } from "../../errors/fault.ts";
import type { Nudge, Queues, RingMessage, TaskMessage } from "../../ports/queues.ts";

/** The queues' URLs. A function has those it may send to. */
export type QueueUrls = { readonly nudges?: string; readonly tasks?: string; readonly wakes?: string };

/** Messages say where to look, never what to do; sending one twice is harmless. */
export class SqsQueues implements Queues {
  readonly #client: SQSClient;
  readonly #urls: QueueUrls;

  constructor(client: SQSClient, urls: QueueUrls) {
    this.#client = client;
    this.#urls = urls;
  }

  nudge(nudges: readonly Nudge[], delaySeconds = 0): Promise<void> {
    return this.#send(this.#urls.nudges, nudges, delaySeconds);
  }

  work(tasks: readonly TaskMessage[], delaySeconds = 0): Promise<void> {
    return this.#send(this.#urls.tasks, tasks, delaySeconds);
  }

  ring(rings: readonly RingMessage[], delaySeconds = 0): Promise<void> {
    return this.#send(this.#urls.wakes, rings, delaySeconds);
  }

  async #send(QueueUrl: string | undefined, messages: readonly object[], DelaySeconds: number): Promise<void> {
    if (QueueUrl === undefined) throw new Fault("queue_not_connected", "park");
    const delay = DelaySeconds === 0 ? {} : { DelaySeconds };
    if (messages.length === 1) {
      await this.#client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(messages[0]), ...delay }));
      return;
    }
    for (let from = 0; from < messages.length; from += 10) {
      const batch = messages.slice(from, from + 10);
      const Entries = batch.map((message, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify(message),
        ...delay,
      }));
      const { Failed } = await this.#client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      if (Failed !== undefined && Failed.length > 0)
        throw new Fault("queue_refused", "retry", { failed: Failed.length });
    }
  }
}
