import { connectTable } from "../adapters/dynamo/connect-table.ts";
import { DynamoMailboxStore } from "../adapters/dynamo/mailbox-store.ts";
import { connectQueues } from "../adapters/sqs/connect-queues.ts";
import { systemClock, systemIds } from "../adapters/system/system.ts";
import { limits } from "../contracts/limits.ts";
import type { Ports } from "../ports/ports.ts";
import { readSettings } from "./settings.ts";

/** What accepting a follow-up needs, and no more: this function is on the path that a person waits for. */
export type AcceptPorts = Pick<Ports, "clock" | "ids" | "mailboxes" | "queues">;

/** The ports of the deployed function. It only nudges. @throws TypeError when a setting is missing. */
export function connectAccept(): AcceptPorts {
  const { TABLE_NAME, NUDGE_QUEUE_URL } = readSettings(["TABLE_NAME", "NUDGE_QUEUE_URL"]);
  return {
    clock: systemClock,
    ids: systemIds,
    mailboxes: new DynamoMailboxStore(connectTable(TABLE_NAME, systemClock, limits.contendedRequestMs)),
    queues: connectQueues({ nudges: NUDGE_QUEUE_URL }),
  };
}
