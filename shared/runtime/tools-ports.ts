import { connectTable } from "../adapters/dynamo/connect-table.ts";
import { DynamoLedger } from "../adapters/dynamo/ledger.ts";
import { DynamoMailboxStore } from "../adapters/dynamo/mailbox-store.ts";
import { DynamoRunStore } from "../adapters/dynamo/run-store.ts";
import { DynamoWakeStore } from "../adapters/dynamo/wake-store.ts";
import { connectBells } from "../adapters/scheduler/connect-bells.ts";
import { connectQueues } from "../adapters/sqs/connect-queues.ts";
import { systemClock, systemIds } from "../adapters/system/system.ts";
import { limits } from "../contracts/limits.ts";
import type { Agents } from "../ports/ports.ts";
import type { OutsidePorts } from "../steps/wakes/outside-tool.ts";
import { meteredLedger } from "./metered-ledger.ts";
import { processMeasure } from "./metrics.ts";
import { readSettings } from "./settings.ts";

const wanted = ["TABLE_NAME", "WAKE_QUEUE_URL", "WAKE_QUEUE_ARN", "SCHEDULE_GROUP", "SCHEDULE_ROLE_ARN"] as const;

/** The ports of the function that agents elsewhere call. It schedules and cancels; the work is done elsewhere. @throws TypeError when a setting is missing. */
export function connectTools(agents: Agents): OutsidePorts {
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
    queues: connectQueues({ wakes: settings.WAKE_QUEUE_URL }),
    runs: new DynamoRunStore(table),
    wakes: new DynamoWakeStore(table),
  };
}
