import { DynamoAttentionStore } from "../adapters/dynamo/attention-store.ts";
import { connectTable } from "../adapters/dynamo/connect-table.ts";
import { connectSqs } from "../adapters/sqs/connect-sqs.ts";
import { SqsQueues } from "../adapters/sqs/sqs-queues.ts";
import { systemClock } from "../adapters/system/system.ts";
import type { Ports } from "../ports/ports.ts";
import { readSettings } from "./settings.ts";

/** What the sweeper needs. @throws TypeError when a setting is missing. */
export function sweepPorts(): Pick<Ports, "attention" | "queues" | "clock"> {
  const { TABLE_NAME, NUDGE_QUEUE_URL, WAKE_QUEUE_URL } = readSettings([
    "TABLE_NAME",
    "NUDGE_QUEUE_URL",
    "WAKE_QUEUE_URL",
  ]);
  return {
    clock: systemClock,
    attention: new DynamoAttentionStore(connectTable(TABLE_NAME, systemClock)),
    queues: new SqsQueues(connectSqs(), { nudges: NUDGE_QUEUE_URL, wakes: WAKE_QUEUE_URL }),
  };
}
