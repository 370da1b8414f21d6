import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { isFault } from "../errors/fault.ts";
import type { Visibility } from "../ports/visibility.ts";
import { errorDetails, type Log } from "./log.ts";

/** What a worker is told besides the message. */
export type Delivery = {
  /** 1 for the first time that the message was received. */
  readonly attempt: number;
  /** Milliseconds until the function is stopped. */
  remainingMs(): number;
};

/** How a queue is worked on. */
export type QueueWork<Message> = {
  readonly message: z.ZodType<Message>;
  /** Does the work of one message. It can come twice, late and out of order. */
  readonly run: (message: Message, delivery: Delivery) => Promise<void>;
  readonly visibility: Visibility;
  readonly log: Log;
  /** Messages of a batch that are worked on at once; 1 if absent. */
  readonly concurrency?: number;
};

/** A Lambda function behind an SQS queue with partial batch responses. */
export type QueueHandler = (event: SQSEvent, context?: Partial<Context>) => Promise<SQSBatchResponse>;

/**
 * A function that works through messages. One that failed comes back after a pause that doubles, and the queue's limit
 * of receives sends it to the dead letters; the others of its batch are done. A message that can never succeed, by its
 * form or by a fault that says so, does not wait for its way there.
 */
export function queueHandler<Message>(work: QueueWork<Message>): QueueHandler {
  return async (event, context) => {
    const remainingMs = context?.getRemainingTimeInMillis?.bind(context) ?? (() => Number.POSITIVE_INFINITY);
    const failed: string[] = [];
    const queue = event.Records.values();
    const worker = async () => {
      for (const record of queue) {
        const done = await handle(work, record, remainingMs);
        if (!done) failed.push(record.messageId);
      }
    };
    await Promise.all(Array.from({ length: work.concurrency ?? 1 }, worker));
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

/** Works on one record. False: it must come back. */
async function handle<Message>(
  work: QueueWork<Message>,
  record: SQSRecord,
  remainingMs: () => number,
): Promise<boolean> {
  const attempt = Number(record.attributes?.ApproximateReceiveCount ?? 1);
  let log = work.log.with({ message_id: record.messageId, attempt });
  try {
    const message = work.message.safeParse(parse(record.body));
    if (!message.success) {
      log.error("message_unreadable", { issues: message.error.issues.length });
      await comeBack(work.visibility, record, 0, log);
      return false;
    }
    log = log.with(idsIn(message.data));
    await work.run(message.data, { attempt, remainingMs });
    log.debug("message_done");
    return true;
  } catch (error) {
    const hopeless = isFault(error) && error.remedy !== "retry";
    const seconds = hopeless ? 0 : backoffSeconds(attempt);
    log[hopeless ? "error" : "warn"](hopeless ? "message_parked" : "message_failed", {
      seconds,
      ...errorDetails(error),
    });
    await comeBack(work.visibility, record, seconds, log);
    return false;
  }
}

/** What a message is about, for whoever looks in the log for a session. The name of a step is made of words and left out. */
const Ids = z
  .object({
    session_id: z.string(),
    turn: z.number(),
    dag_version: z.number(),
    event_id: z.string(),
    followup_id: z.string(),
  })
  .partial();

function idsIn(message: unknown): z.infer<typeof Ids> {
  return Ids.safeParse(message).data ?? {};
}

/** 5 s after the first failure, then twice as long each time, at most 10 minutes. */
export function backoffSeconds(attempt: number): number {
  return Math.min(5 * 2 ** Math.max(0, attempt - 1), 600);
}

/** Without this the message comes back after the queue's own time, which is longer: a failure here costs time only. */
async function comeBack(visibility: Visibility, record: SQSRecord, seconds: number, log: Log): Promise<void> {
  try {
    await visibility.comeBack(record.receiptHandle, seconds);
  } catch (error) {
    log.warn("visibility_unchanged", errorDetails(error));
  }
}

function parse(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return value;
  } catch {
    // Not JSON: no schema takes the text itself, so the message is refused by its schema.
    return unreadable;
  }
}

const unreadable = Symbol("unreadable");
