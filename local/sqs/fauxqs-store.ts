import { buildApp } from "fauxqs";
import { refuseOverlongTimes } from "./overlong-times.ts";

/** A message as fauxqs stores it. */
export interface StoredMessage {
  readonly messageId: string;
  readonly body: string;
  readonly md5OfBody: string;
  readonly md5OfMessageAttributes: string;
  readonly messageAttributes: Readonly<
    Record<string, { readonly DataType: string; readonly StringValue?: string; readonly BinaryValue?: string }>
  >;
  readonly sentTimestamp: number;
  readonly approximateReceiveCount: number;
  readonly approximateFirstReceiveTimestamp?: number;
  readonly delayUntil?: number;
  readonly messageGroupId?: string;
  readonly messageDeduplicationId?: string;
  readonly sequenceNumber?: string;
}

/** The parts of a fauxqs queue that a poller needs. */
export interface StoredQueue {
  readonly name: string;
  readonly arn: string;
  readonly inflightMessages: ReadonlyMap<
    string,
    { readonly message: StoredMessage; readonly visibilityDeadline: number }
  >;
  dequeue(
    maxCount: number,
    visibilityTimeout: number | undefined,
    deadLetterQueue: (arn: string) => StoredQueue | undefined,
  ): readonly { readonly ReceiptHandle: string }[];
  deleteMessage(receiptHandle: string): boolean;
  enqueue(message: StoredMessage): void;
  waitForMessages(seconds: number): Promise<void>;
  inspectMessages(): {
    readonly ready: readonly StoredMessage[];
    readonly delayed: readonly StoredMessage[];
    readonly inflight: readonly { readonly visibilityDeadline: number }[];
  };
}

/** The queues of fauxqs. */
export interface QueueStore {
  createQueue(name: string, url: string, arn: string, attributes: Readonly<Record<string, string>>): StoredQueue;
  getQueueByArn(arn: string): StoredQueue | undefined;
  processAllTimers(): void;
  shutdown(): void;
}

/** A fauxqs server together with the queues it serves. */
export interface FauxqsServer {
  readonly app: ReturnType<typeof buildApp>;
  readonly store: QueueStore;
  createMessage(body: string): StoredMessage;
}

const packageDir = new URL("./", import.meta.resolve("fauxqs"));

/**
 * Makes a fauxqs server and keeps hold of its queues. The package exports the server alone; the pollers read the queues
 * beside it in the same thread, because a poller that went through HTTP would cost as much as the function it feeds.
 * @throws when the pinned version of fauxqs no longer looks as expected.
 */
export async function makeFauxqs(region: string): Promise<FauxqsServer> {
  const [{ SqsStore }, { SnsStore }, { S3Store }] = await Promise.all(
    ["sqs/sqsStore.js", "sns/snsStore.js", "s3/s3Store.js"].map((file) => import(new URL(file, packageDir).href)),
  );
  if (typeof SqsStore !== "function" || typeof SqsStore.createMessage !== "function") {
    throw new Error("fauxqs keeps its queues elsewhere now; local/sqs/fauxqs-store.ts has to follow");
  }
  const store = new SqsStore();
  const stores = { sqsStore: store, snsStore: new SnsStore(), s3Store: new S3Store() };
  const app = buildApp({ logger: false, defaultRegion: region, stores });
  app.addHook("preHandler", refuseOverlongTimes);
  return { app, store, createMessage: (body) => SqsStore.createMessage(body) };
}
