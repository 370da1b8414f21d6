import { createBedrockClient, createBedrockModel } from "../adapters/bedrock/bedrock-model.ts";
import { DynamoAttentionStore } from "../adapters/dynamo/attention-store.ts";
import { connectTable } from "../adapters/dynamo/connect-table.ts";
import { DynamoEffectStore } from "../adapters/dynamo/effect-store.ts";
import { DynamoLedger } from "../adapters/dynamo/ledger.ts";
import { DynamoMailboxStore } from "../adapters/dynamo/mailbox-store.ts";
import { DynamoMemoryStore } from "../adapters/dynamo/memory-store.ts";
import { DynamoReader } from "../adapters/dynamo/reader.ts";
import { DynamoRemovalStore } from "../adapters/dynamo/removal-store.ts";
import { DynamoRunStore } from "../adapters/dynamo/run-store.ts";
import { DynamoSourceStore } from "../adapters/dynamo/source-store.ts";
import { DynamoWakeStore } from "../adapters/dynamo/wake-store.ts";
import { connectBells } from "../adapters/scheduler/connect-bells.ts";
import { connectSqs } from "../adapters/sqs/connect-sqs.ts";
import { SqsQueues } from "../adapters/sqs/sqs-queues.ts";
import { SqsVisibility } from "../adapters/sqs/visibility.ts";
import { systemClock, systemIds } from "../adapters/system/system.ts";
import type { Agents, Ports } from "../ports/ports.ts";
import type { Visibility } from "../ports/visibility.ts";
import { meteredLedger } from "./metered-ledger.ts";
import { processMeasure } from "./metrics.ts";
import { readSettings } from "./settings.ts";

const wanted = [
  "TABLE_NAME",
  "NUDGE_QUEUE_URL",
  "TASK_QUEUE_URL",
  "WAKE_QUEUE_URL",
  "WAKE_QUEUE_ARN",
  "SCHEDULE_GROUP",
  "SCHEDULE_ROLE_ARN",
  "MODEL_ID",
] as const;

/** What a worker function works with. `visibility` is that of each queue's messages. */
export type Worker = {
  readonly ports: Ports;
  readonly visibility: Readonly<Record<"nudges" | "tasks", Visibility>>;
};

/**
 * Everything outside, for functions that do the work. One client a service for the life of the process.
 * @throws TypeError when a setting is missing.
 */
export function connectWorker(agents: Agents): Worker {
  const settings = readSettings(wanted);
  const table = connectTable(settings.TABLE_NAME, systemClock);
  const urls = { nudges: settings.NUDGE_QUEUE_URL, tasks: settings.TASK_QUEUE_URL, wakes: settings.WAKE_QUEUE_URL };
  const bells = {
    group: settings.SCHEDULE_GROUP,
    role_arn: settings.SCHEDULE_ROLE_ARN,
    queue_arn: settings.WAKE_QUEUE_ARN,
  };
  const sqs = connectSqs();
  const ports: Ports = {
    clock: systemClock,
    ids: systemIds,
    mailboxes: new DynamoMailboxStore(table),
    ledger: meteredLedger(new DynamoLedger(table, systemClock), processMeasure(systemClock)),
    runs: new DynamoRunStore(table),
    effects: new DynamoEffectStore(table),
    sources: new DynamoSourceStore(table),
    memories: new DynamoMemoryStore(table),
    wakes: new DynamoWakeStore(table),
    reader: new DynamoReader(table),
    removals: new DynamoRemovalStore(table),
    attention: new DynamoAttentionStore(table),
    queues: new SqsQueues(sqs, urls),
    bells: connectBells(bells),
    model: createBedrockModel({ client: createBedrockClient(), model_id: settings.MODEL_ID }),
    agents,
  };
  const visibilityOf = (url: string): Visibility => new SqsVisibility(sqs, url);
  return {
    ports,
    visibility: { nudges: visibilityOf(urls.nudges), tasks: visibilityOf(urls.tasks) },
  };
}
