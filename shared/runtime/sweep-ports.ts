import { DynamoAttentionStore } from "../adapters/dynamo/attention-store.ts";
import { connectTable } from "../adapters/dynamo/connect-table.ts";
import { connectSqs } from "../adapters/sqs/connect-sqs.ts";
import { SqsQueues } from "../adapters/sqs/sqs-queues.ts";
import { systemClock } from "../adapters/system/system.ts";
import type { Ports } from "../ports/ports.ts";
import { readSettings } from "./settings.ts";

/** What the sweeper needs, and after how many days without use a session's time is over; 0: never. */
export type Sweeper = Pick<Ports, "attention" | "queues" | "clock"> & { readonly sessionDays: number };

/** Connects it. @throws TypeError when a setting is missing. */
export function sweepPorts(): Sweeper {
  const { TABLE_NAME, NUDGE_QUEUE_URL, WAKE_QUEUE_URL, SESSION_DAYS } = readSettings([
    "TABLE_NAME",
    "NUDGE_QUEUE_URL",
    "WAKE_QUEUE_URL",
    "SESSION_DAYS",
  ]);
  return {
    sessionDays: Number(SESSION_DAYS),
    clock: systemClock,
    attention: new DynamoAttentionStore(connectTable(TABLE_NAME, systemClock)),
    queues: new SqsQueues(connectSqs(), { nudges: NUDGE_QUEUE_URL, wakes: WAKE_QUEUE_URL }),
  };
}
