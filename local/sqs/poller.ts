import type { MappingSpec } from "../template/blueprint.ts";
import type { QueueStore, StoredQueue } from "./fauxqs-store.ts";
import { type Received, sqsEvent, succeeded } from "./sqs-event.ts";

/** Batches at once when the template sets no limit. Lambda would go to hundreds; one machine would not. */
const defaultConcurrency = 16;
/** ReceiveMessage gives at most this many messages. */
const receiveLimit = 10;
const longPollSeconds = 20;

/** What a poller needs besides its queue. */
export interface PollerOptions {
  readonly mapping: MappingSpec;
  readonly store: QueueStore;
  /** Runs the function on `event`; resolves to its answer as JSON, or undefined when it failed. */
  readonly invoke: (functionName: string, event: string) => Promise<string | undefined>;
  /** Called when a batch is over and its messages are deleted or left alone. */
  readonly onBatchDone: () => void;
}

/** An event source mapping: takes messages, runs the function, deletes what succeeded. What failed comes back by itself. */
export class Poller {
  readonly queue: StoredQueue;
  readonly #options: PollerOptions;
  readonly #limit: number;
  #freed: PromiseWithResolvers<void> = Promise.withResolvers();
  #inFlight = 0;
  #stopped = false;

  /** @throws when the queue does not exist. */
  constructor(options: PollerOptions) {
    const queue = options.store.getQueueByArn(options.mapping.queueArn);
    if (queue === undefined) throw new Error(`a mapping reads ${options.mapping.queueArn}, which does not exist`);
    this.queue = queue;
    this.#options = options;
    this.#limit = options.mapping.maxConcurrency ?? defaultConcurrency;
  }

  /** Batches the function works on. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Takes messages until stopped. A new message is taken at once: the wait is a long poll, not a pause. */
  async run(): Promise<void> {
    while (!this.#stopped) {
      if (this.#inFlight >= this.#limit) {
        await this.#freed.promise;
        continue;
      }
      const batch = this.#receive(this.#options.mapping.batchSize);
      if (batch.length === 0) {
        await this.queue.waitForMessages(longPollSeconds);
        continue;
      }
      this.#inFlight++;
      void this.#work(batch);
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#freed.resolve();
  }

  #receive(count: number): Received[] {
    const handles = this.queue.dequeue(Math.min(count, receiveLimit), undefined, (arn) =>
      this.#options.store.getQueueByArn(arn),
    );
    return handles.flatMap(({ ReceiptHandle: handle }) => {
      const entry = this.queue.inflightMessages.get(handle);
      return entry === undefined ? [] : [{ handle, message: entry.message }];
    });
  }

  async #work(first: readonly Received[]): Promise<void> {
    const { mapping, invoke, onBatchDone } = this.#options;
    const batch = await this.#gather(first);
    const payload = await invoke(mapping.functionName, sqsEvent(batch, mapping.queueArn));
    for (const { handle } of succeeded(batch, payload, mapping.reportsItemFailures)) this.queue.deleteMessage(handle);
    this.#inFlight--;
    this.#freed.resolve();
    this.#freed = Promise.withResolvers();
    onBatchDone();
  }

  /** Waits for more messages as long as the mapping's window allows. */
  async #gather(first: readonly Received[]): Promise<readonly Received[]> {
    const { batchSize, windowSeconds } = this.#options.mapping;
    const batch = [...first];
    const endsAt = performance.now() + windowSeconds * 1_000;
    while (batch.length < batchSize) {
      const leftMs = endsAt - performance.now();
      const more = this.#receive(batchSize - batch.length);
      batch.push(...more);
      if (more.length > 0) continue;
      if (leftMs <= 0) break;
      await this.queue.waitForMessages(leftMs / 1_000);
    }
    return batch;
  }
}
