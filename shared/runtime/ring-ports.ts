import { connectTable } from "../adapters/dynamo/connect-table.ts";
import { DynamoLedger } from "../adapters/dynamo/ledger.ts";
import { DynamoMailboxStore } from "../adapters/dynamo/mailbox-store.ts";
import { DynamoOperationsStore } from "../adapters/dynamo/operations-store.ts";
import { DynamoRemovalStore } from "../adapters/dynamo/removal-store.ts";
import { DynamoWakeStore } from "../adapters/dynamo/wake-store.ts";
import { connectSqs } from "../adapters/sqs/connect-sqs.ts";
import { SqsQueues } from "../adapters/sqs/sqs-queues.ts";
import { SqsVisibility } from "../adapters/sqs/visibility.ts";
import { systemClock, systemIds } from "../adapters/system/system.ts";
import type { OperationsStore } from "../ports/operations.ts";
import type { Ports } from "../ports/ports.ts";
import type { Visibility } from "../ports/visibility.ts";
import { meteredLedger } from "./metered-ledger.ts";
import { type Measure, processMeasure } from "./metrics.ts";
import { readSettings } from "./settings.ts";

/** What the function behind the wakes queue needs. */
export type RingWorker = {
  readonly ports: Pick<Ports, "wakes" | "mailboxes" | "queues" | "ledger" | "removals" | "ids" | "clock"> & {
    readonly operations: OperationsStore;
  };
  readonly visibility: Visibility;
  /** Whose sessions the agents' wake-ups run in. */
  readonly wakeUpOwner: string;
  readonly measure: Measure;
};

/** Connects it. @throws TypeError when a setting is missing. */
export function connectRingWorker(): RingWorker {
  const settings = readSettings(["TABLE_NAME", "NUDGE_QUEUE_URL", "WAKE_QUEUE_URL", "WAKE_UP_OWNER"]);
  const { TABLE_NAME, NUDGE_QUEUE_URL, WAKE_QUEUE_URL } = settings;
  const table = connectTable(TABLE_NAME, systemClock);
  const sqs = connectSqs();
  const measure = processMeasure(systemClock);
  return {
    ports: {
      clock: systemClock,
      ids: systemIds,
      wakes: new DynamoWakeStore(table),
      removals: new DynamoRemovalStore(table),
      mailboxes: new DynamoMailboxStore(table),
      ledger: meteredLedger(new DynamoLedger(table, systemClock), measure),
      operations: new DynamoOperationsStore(table),
      queues: new SqsQueues(sqs, { nudges: NUDGE_QUEUE_URL, wakes: WAKE_QUEUE_URL }),
    },
    visibility: new SqsVisibility(sqs, WAKE_QUEUE_URL),
    wakeUpOwner: settings.WAKE_UP_OWNER,
    measure,
  };
}
