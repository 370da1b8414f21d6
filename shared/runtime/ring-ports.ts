import { SQSClient } from "@aws-sdk/client-sqs";
import { connectTable } from "../adapters/dynamo/connect-table.ts";
import { DynamoLedger } from "../adapters/dynamo/ledger.ts";
import { DynamoMailboxStore } from "../adapters/dynamo/mailbox-store.ts";
import { DynamoWakeStore } from "../adapters/dynamo/wake-store.ts";
import { SqsQueues } from "../adapters/sqs/sqs-queues.ts";
import { SqsVisibility } from "../adapters/sqs/visibility.ts";
import { systemClock, systemIds } from "../adapters/system/system.ts";
import type { Ports } from "../ports/ports.ts";
import type { Visibility } from "../ports/visibility.ts";
import { readSettings } from "./settings.ts";

/** What the function behind the wakes queue needs. */
export type RingWorker = {
  readonly ports: Pick<Ports, "wakes" | "mailboxes" | "queues" | "ledger" | "ids" | "clock">;
  readonly visibility: Visibility;
};

/** Connects it. @throws TypeError when a setting is missing. */
export function connectRingWorker(): RingWorker {
  const { TABLE_NAME, NUDGE_QUEUE_URL, WAKE_QUEUE_URL } = readSettings([
    "TABLE_NAME",
    "NUDGE_QUEUE_URL",
    "WAKE_QUEUE_URL",
  ]);
  const table = connectTable(TABLE_NAME, systemClock);
  const sqs = new SQSClient({});
  return {
    ports: {
      clock: systemClock,
      ids: systemIds,
      wakes: new DynamoWakeStore(table),
      mailboxes: new DynamoMailboxStore(table),
      ledger: new DynamoLedger(table, systemClock),
      queues: new SqsQueues(sqs, { nudges: NUDGE_QUEUE_URL, wakes: WAKE_QUEUE_URL }),
    },
    visibility: new SqsVisibility(sqs, WAKE_QUEUE_URL),
  };
}
