import { ListQueuesCommand, PurgeQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Endpoints } from "../../local/functions/function-env.ts";
import { region } from "../../local/services.ts";

/** The queue to which bells ring, for somebody who rings them by hand. */
export class WakesQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  private constructor(client: SQSClient, url: string) {
    this.#client = client;
    this.#url = url;
  }

  static async of({ sqs }: Endpoints): Promise<WakesQueue> {
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const client = new SQSClient({ endpoint: sqs, region, credentials, maxAttempts: 1 });
    const { QueueUrls = [] } = await client.send(new ListQueuesCommand({}));
    const url = QueueUrls.find((one) => one.includes("WakesQueue"));
    if (url === undefined) throw new Error(`there is no queue of wakes among ${QueueUrls.join(", ")}`);
    return new WakesQueue(client, url);
  }

  /** Loses every ring that waits, delayed ones too. */
  async lose(): Promise<void> {
    await this.#client.send(new PurgeQueueCommand({ QueueUrl: this.#url }));
  }

  /** Rings. False: nobody heard it. */
  async ring(wake: { readonly session_id: string; readonly followup_id: string }): Promise<boolean> {
    const { session_id, followup_id } = wake;
    const MessageBody = JSON.stringify({ session_id, followup_id });
    try {
      await this.#client.send(new SendMessageCommand({ QueueUrl: this.#url, MessageBody }));
      return true;
    } catch {
      return false;
    }
  }

  close(): void {
    this.#client.destroy();
  }
}
