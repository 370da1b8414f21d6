import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Operation } from "aws-cdk-lib/aws-dynamodb";
import { type Alarms, alarmPeriod as period } from "./constructs/alarms.ts";
import type { ServiceFunction } from "./constructs/function.ts";
import type { HttpApi } from "./constructs/http-api.ts";
import type { SessionTable } from "./constructs/session-table.ts";
import type { WakeSchedules } from "./constructs/wake-schedules.ts";
import type { WorkQueue, WorkQueues } from "./constructs/work-queues.ts";

/** What the alarms watch. */
export interface Watched {
  readonly api: HttpApi;
  readonly queues: WorkQueues;
  readonly schedules: WakeSchedules;
  readonly accept: ServiceFunction;
  readonly sweep: ServiceFunction;
  readonly table: SessionTable;
}

/** Longest a nudge, a task or a wake may wait before a person notices. A bell needs at most 60 s, so 2 minutes is late. */
const noticeablyLateSeconds = 120;

/** Makes an alarm for everything that people would notice. */
export function watch(alarms: Alarms, watched: Watched): void {
  watchApi(alarms, watched);
  watchQueues(alarms, watched.queues);
  watchTime(alarms, watched);
  alarms.add("TableRefusesWrites", {
    metric: watched.table.table.metricThrottledRequestsForOperations({
      operations: [Operation.UPDATE_ITEM, Operation.TRANSACT_WRITE_ITEMS],
      period,
      statistic: "Sum",
    }),
    threshold: 10,
    periods: 3,
    impact: "Follow-ups are refused with 503 or take longer to be accepted, because the table refuses writes.",
  });
}

function watchApi(alarms: Alarms, { api, accept }: Watched): void {
  alarms.add("ApiFails", {
    metric: api.stage.metricServerError({ period, statistic: "Sum" }),
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
    late: "Follow-ups are acknowledged, but people wait more than two minutes before anything happens with them.",
    dead: "At least one session cannot be moved on: its follow-ups are kept but stay without an answer.",
  });
  watchQueue(alarms, "Tasks", tasks, {
    late: "Runs stand still: steps of a plan wait more than two minutes to start.",
    dead: "At least one run is stuck at a step that fails again and again; its answer does not arrive.",
  });
  watchQueue(alarms, "Wakes", wakes, {
    late: "Agents come back more than two minutes later than they promised.",
    dead: "At least one agent did not come back when it promised to; the wake is still marked as scheduled.",
  });
}

function watchQueue(
  alarms: Alarms,
  name: string,
  { queue, deadLetters }: WorkQueue,
  impact: { readonly late: string; readonly dead: string },
): void {
  alarms.add(`${name}AreLate`, {
    metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: "Maximum" }),
    threshold: noticeablyLateSeconds,
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
