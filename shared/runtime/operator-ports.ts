import { DynamoAttentionStore } from "../adapters/dynamo/attention-store.ts";
import { connectTable } from "../adapters/dynamo/connect-table.ts";
import { DynamoLedger } from "../adapters/dynamo/ledger.ts";
import { DynamoMailboxStore } from "../adapters/dynamo/mailbox-store.ts";
import { DynamoOperationsStore } from "../adapters/dynamo/operations-store.ts";
import { DynamoRemovalStore } from "../adapters/dynamo/removal-store.ts";
import { DynamoWakeStore } from "../adapters/dynamo/wake-store.ts";
import { connectBells } from "../adapters/scheduler/connect-bells.ts";
import { connectSqs } from "../adapters/sqs/connect-sqs.ts";
import { SqsDeadLetters } from "../adapters/sqs/sqs-dead-letters.ts";
import { SqsQueues } from "../adapters/sqs/sqs-queues.ts";
import { systemClock, systemIds } from "../adapters/system/system.ts";
import type { Agent } from "../agents/define-agent.ts";
import { limits } from "../contracts/limits.ts";
import type { DeadLetters } from "../ports/dead-letters.ts";
import type { OperationsStore } from "../ports/operations.ts";
import type { Ports } from "../ports/ports.ts";
import { meteredLedger } from "./metered-ledger.ts";
import { processMeasure } from "./metrics.ts";
import { readSettings } from "./settings.ts";

const wanted = [
  "TABLE_NAME",
  "NUDGE_QUEUE_URL",
  "TASK_QUEUE_URL",
  "WAKE_QUEUE_URL",
  "NUDGE_DEAD_LETTERS_URL",
  "TASK_DEAD_LETTERS_URL",
  "WAKE_DEAD_LETTERS_URL",
  "WAKE_QUEUE_ARN",
  "SCHEDULE_GROUP",
  "SCHEDULE_ROLE_ARN",
] as const;

/** What the operators' routes need. */
export type OperatorPorts = Pick<
  Ports,
  "attention" | "bells" | "clock" | "ids" | "ledger" | "mailboxes" | "queues" | "removals" | "wakes"
> & {
  readonly operations: OperationsStore;
  readonly deadLetters: DeadLetters;
  /** Every agent of this deployment. */
  readonly agents: readonly Agent[];
};

/** The ports of the deployed function. @throws TypeError when a setting is missing. */
export function connectOperator(agents: readonly Agent[]): OperatorPorts {
  const settings = readSettings(wanted);
  const table = connectTable(settings.TABLE_NAME, systemClock, limits.contendedRequestMs);
  const sqs = connectSqs();
  const urls = { nudges: settings.NUDGE_QUEUE_URL, tasks: settings.TASK_QUEUE_URL, wakes: settings.WAKE_QUEUE_URL };
  return {
    agents,
    attention: new DynamoAttentionStore(table),
    bells: connectBells({
      group: settings.SCHEDULE_GROUP,
      role_arn: settings.SCHEDULE_ROLE_ARN,
      queue_arn: settings.WAKE_QUEUE_ARN,
    }),
    clock: systemClock,
    deadLetters: new SqsDeadLetters(sqs, {
      nudges: { queue: urls.nudges, dead: settings.NUDGE_DEAD_LETTERS_URL },
      tasks: { queue: urls.tasks, dead: settings.TASK_DEAD_LETTERS_URL },
      wakes: { queue: urls.wakes, dead: settings.WAKE_DEAD_LETTERS_URL },
    }),
    ids: systemIds,
    ledger: meteredLedger(new DynamoLedger(table, systemClock), processMeasure(systemClock)),
    mailboxes: new DynamoMailboxStore(table),
    operations: new DynamoOperationsStore(table),
    queues: new SqsQueues(sqs, urls),
    removals: new DynamoRemovalStore(table),
    wakes: new DynamoWakeStore(table),
  };
}
