import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Operation } from "aws-cdk-lib/aws-dynamodb";
import { type Alarms, alarmPeriod as period } from "./constructs/alarms.ts";
import type { ServiceFunction } from "./constructs/function.ts";
import type { HttpApi } from "./constructs/http-api.ts";
import type { SessionTable } from "./constructs/session-table.ts";
import type { WakeSchedules } from "./constructs/wake-schedules.ts";
import type { WorkQueue, WorkQueues } from "./constructs/work-queues.ts";
import { type FunctionName, functionSizes } from "./functions.ts";
import { productMetric } from "./product-metric.ts";

/** What the alarms watch. */
export interface Watched {
  readonly api: HttpApi;
  readonly queues: WorkQueues;
  readonly schedules: WakeSchedules;
  readonly accept: ServiceFunction;
  readonly sweep: ServiceFunction;
  readonly table: SessionTable;
  /** The name of the backend among the metrics. */
  readonly backend: string;
}

/** Waiting that a person notices; a healthy queue hands a message over within a second. */
const noticeableSeconds = 120;
/** How late a bell may ring. One that was lost is found by the sweep within about two minutes, and that is no alarm yet. */
const lateRingMs = 60_000;
/** The sweep asks for what is overdue every minute; what is still there after this long has been asked for in vain. */
const longOverdueMs = 300_000;
/** SQS's longest delay. Tasks that wait for something and wakes that are due soon use it. */
const longestDelaySeconds = 900;

/** Makes an alarm for everything that people would notice. */
export function watch(alarms: Alarms, watched: Watched): void {
  watchApi(alarms, watched);
  watchQueues(alarms, watched.queues);
  watchTime(alarms, watched);
  watchPromises(alarms, watched.backend);
  alarms.add("TableRefusesWrites", {
    metric: refusedWrites(watched.table),
    threshold: 10,
    periods: 3,
    impact: "Follow-ups are refused with 503 or take longer to be accepted, because the table refuses writes.",
  });
}

/** Every request that writes into the table. */
const writes = [Operation.PUT_ITEM, Operation.UPDATE_ITEM, Operation.DELETE_ITEM, Operation.TRANSACT_WRITE_ITEMS];

/**
 * How many writes the table refused. DynamoDB reports nothing of an operation of which it refuses nothing, so each is
 * filled: a sum with a part that is missing is missing, too, and an alarm on this table then stays as it was.
 */
function refusedWrites({ table }: SessionTable): MathExpression {
  const refused = writes.map((operation, index): [string, IMetric] => [
    `refused${index}`,
    table.metric("ThrottledRequests", {
      dimensionsMap: { TableName: table.tableName, Operation: operation },
      period,
      statistic: "Sum",
    }),
  ]);
  return new MathExpression({
    expression: refused.map(([id]) => `FILL(${id}, 0)`).join(" + "),
    usingMetrics: Object.fromEntries(refused),
    period,
  });
}

function watchApi(alarms: Alarms, { api, accept }: Watched): void {
  alarms.add("ApiFails", {
    // Of a thousand requests one may fail without anybody being woken, however many thousands they are.
    metric: new MathExpression({
      expression: "FILL(failed, 0) - FILL(all, 0) / 1000",
      usingMetrics: {
        failed: api.stage.metricServerError({ period, statistic: "Sum" }),
        all: api.stage.metricCount({ period, statistic: "Sum" }),
      },
      period,
    }),
    threshold: 5,
    periods: 2,
    impact: "People get an error instead of an answer when they send a follow-up or look at a run.",
  });
  // Not the API's own latency: `GET .../events?wait=` is slow on purpose.
  alarms.add("AcceptIsSlow", {
    metric: accept.lambda.metricDuration({ period, statistic: "p95" }),
    threshold: 2_000,
    periods: 5,
    impact: "People wait two seconds and more until a follow-up they sent is acknowledged.",
  });
}

function watchQueues(alarms: Alarms, { nudges, tasks, wakes }: WorkQueues): void {
  watchQueue(alarms, "Nudges", nudges, {
    reader: "fold",
    delaySeconds: 0,
    late: "Follow-ups are acknowledged, but for minutes nothing happens with them.",
    dead: "A session could not be moved on; the sweep goes on asking. What cannot be taken for 15 minutes is refused.",
  });
  watchQueue(alarms, "Tasks", tasks, {
    reader: "task",
    delaySeconds: longestDelaySeconds,
    late: "Runs stand still: for minutes steps of a plan do not start or do not end.",
    dead: "A step or an answer failed; the sweep has it tried again. What fails for good says so in its session.",
  });
  watchQueue(alarms, "Wakes", wakes, {
    reader: "wake",
    delaySeconds: longestDelaySeconds,
    late: "Agents come back minutes later than they promised.",
    dead: "A promised follow-up is late; the sweep rings it again. A wake-up at a fixed time may be missing.",
  });
}

interface QueueImpact {
  readonly reader: FunctionName;
  /** Longest a sender may hold a message back. */
  readonly delaySeconds: number;
  readonly late: string;
  readonly dead: string;
}

function watchQueue(alarms: Alarms, name: string, { queue, deadLetters }: WorkQueue, impact: QueueImpact): void {
  alarms.add(`${name}AreLate`, {
    metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: "Maximum" }),
    // The age counts until a message is deleted, so it holds the delay and the time its reader may work on it.
    threshold: impact.delaySeconds + functionSizes[impact.reader].timeoutSeconds + noticeableSeconds,
    periods: 2,
    impact: impact.late,
  });
  alarms.add(`${name}AreDead`, {
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period, statistic: "Maximum" }),
    threshold: 1,
    impact: impact.dead,
  });
}

function watchTime(alarms: Alarms, { schedules, sweep }: Watched): void {
  alarms.add("BellsAreLost", {
    metric: new Metric({
      namespace: "AWS/Scheduler",
      metricName: "InvocationDroppedCount",
      dimensionsMap: { ScheduleGroup: schedules.group.ref },
      period,
      statistic: "Sum",
    }),
    threshold: 1,
    impact: "Bells of wakes did not ring: agents come back late, when the sweep finds what is overdue.",
  });
  alarms.add("SweepStands", {
    metric: sweep.lambda.metricInvocations({ period, statistic: "Sum" }),
    threshold: 1,
    periods: 5,
    whenBelow: true,
    impact: "Work that a crash left behind is not picked up: some people wait for an answer that does not come.",
  });
  alarms.add("SweepFails", {
    metric: sweep.lambda.metricErrors({ period, statistic: "Sum" }),
    threshold: 1,
    periods: 5,
    impact: "Work that a crash left behind is not picked up: some people wait for an answer that does not come.",
  });
}

function watchPromises(alarms: Alarms, backend: string): void {
  alarms.add("WakesRingLate", {
    metric: productMetric(backend, "ringLateness", { period, statistic: "p95" }),
    threshold: lateRingMs,
    periods: 3,
    impact: "Agents come back a minute and more after the time they promised, though nobody else is being answered.",
  });
  alarms.add("WorkIsOverdue", {
    metric: productMetric(backend, "oldestOverdue", { period, statistic: "Maximum" }),
    threshold: longOverdueMs,
    periods: 3,
    impact: "Somebody waits for an answer or a promised follow-up that does not come, although the sweep asks for it.",
  });
}
