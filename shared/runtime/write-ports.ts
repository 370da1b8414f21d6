import { connectTable } from "../adapters/dynamo/connect-table.ts";
import { DynamoImportStore } from "../adapters/dynamo/import-store.ts";
import { DynamoLedger } from "../adapters/dynamo/ledger.ts";
import { DynamoMailboxStore } from "../adapters/dynamo/mailbox-store.ts";
import { DynamoReader } from "../adapters/dynamo/reader.ts";
import { DynamoRemovalStore } from "../adapters/dynamo/removal-store.ts";
import { DynamoRunStore } from "../adapters/dynamo/run-store.ts";
import { DynamoWakeStore } from "../adapters/dynamo/wake-store.ts";
import { connectBells } from "../adapters/scheduler/connect-bells.ts";
import { connectQueues } from "../adapters/sqs/connect-queues.ts";
import { systemClock, systemIds } from "../adapters/system/system.ts";
import { limits } from "../contracts/limits.ts";
import type { ImportStore } from "../ports/imports.ts";
import type { Agents, Ports } from "../ports/ports.ts";
import type { Reader } from "../ports/reader.ts";
import { meteredLedger } from "./metered-ledger.ts";
import { processMeasure } from "./metrics.ts";
import { readSettings } from "./settings.ts";

const wanted = ["TABLE_NAME", "NUDGE_QUEUE_URL", "WAKE_QUEUE_ARN", "SCHEDULE_GROUP", "SCHEDULE_ROLE_ARN"] as const;

/** What the routes that change something need. They only nudge; the work is done elsewhere. */
export type WritePorts = Pick<
  Ports,
  "agents" | "bells" | "clock" | "ids" | "ledger" | "mailboxes" | "queues" | "removals" | "runs" | "wakes"
> & { readonly reader: Reader; readonly imports: ImportStore };

/** The ports of the deployed function. @throws TypeError when a setting is missing. */
export function connectWrite(agents: Agents): WritePorts {
  const settings = readSettings(wanted);
  const table = connectTable(settings.TABLE_NAME, systemClock, limits.contendedRequestMs);
  return {
    agents,
    bells: connectBells({
      group: settings.SCHEDULE_GROUP,
      role_arn: settings.SCHEDULE_ROLE_ARN,
      queue_arn: settings.WAKE_QUEUE_ARN,
    }),
    clock: systemClock,
    ids: systemIds,
    ledger: meteredLedger(new DynamoLedger(table, systemClock), processMeasure(systemClock)),
    mailboxes: new DynamoMailboxStore(table),
    queues: connectQueues({ nudges: settings.NUDGE_QUEUE_URL }),
    imports: new DynamoImportStore(table),
    reader: new DynamoReader(table),
    removals: new DynamoRemovalStore(table),
    runs: new DynamoRunStore(table),
    wakes: new DynamoWakeStore(table),
  };
}
