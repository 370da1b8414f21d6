import { Duration } from "aws-cdk-lib";
import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import type { metricNames } from "../../shared/contracts/metrics.ts";
import { dropReasons } from "../../shared/contracts/wake.ts";
import { productMetric } from "../product-metric.ts";
import type { Alarms } from "./alarms.ts";
import type { ServiceFunction } from "./function.ts";
import type { HttpApi } from "./http-api.ts";
import type { WorkQueues } from "./work-queues.ts";

/** What the dashboard shows. */
export interface DashboardProps {
  readonly alarms: Alarms;
  readonly api: HttpApi;
  readonly queues: WorkQueues;
  readonly functions: readonly ServiceFunction[];
  /** The name of the backend among the metrics. */
  readonly backend: string;
}

const fullWidth = 24;
const half = { width: 12, height: 6 };
const fiveMinutes = { period: Duration.minutes(5) };

/** One page, read from the top: is anything wrong, do people get answers, does work flow, do the functions hold up. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    const { queues } = props;
    const work = [queues.nudges, queues.tasks, queues.wakes];
    new CloudWatchDashboard(this, "Page", {
      defaultInterval: Duration.hours(6),
      widgets: [
        [new AlarmStatusWidget({ title: "Alarms", alarms: [...props.alarms.all], width: fullWidth, height: 4 })],
        apiRow(props.api),
        ...wakeRows(props.backend),
        [
          graph(
            "Oldest waiting message (s)",
            work.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage()),
          ),
          graph(
            "Given up",
            work.map(({ deadLetters }) => deadLetters.metricApproximateNumberOfMessagesVisible()),
          ),
        ],
        [
          graph(
            "Function duration, 95th percentile (ms)",
            props.functions.map(({ name, lambda }) =>
              lambda.metricDuration({ ...fiveMinutes, statistic: "p95", label: name }),
            ),
          ),
          graph(
            "Function errors",
            props.functions.map(({ name, lambda }) => lambda.metricErrors({ ...fiveMinutes, label: name })),
          ),
        ],
      ],
    });
  }
}

function apiRow({ stage }: HttpApi): IWidget[] {
  return [
    graph("Requests", [
      stage.metricCount(fiveMinutes),
      stage.metricClientError(fiveMinutes),
      stage.metricServerError(fiveMinutes),
    ]),
    graph(
      "Latency (ms)",
      ["p50", "p95", "p99"].map((statistic) => stage.metricLatency({ ...fiveMinutes, statistic, label: statistic })),
    ),
  ];
}

/** What agents promised themselves: do they come back, when, and what becomes of the rest. */
function wakeRows(backend: string): IWidget[][] {
  const counted = (name: keyof typeof metricNames) =>
    productMetric(backend, name, { ...fiveMinutes, statistic: "Sum", label: name });
  const atMost = (name: keyof typeof metricNames) =>
    productMetric(backend, name, { ...fiveMinutes, statistic: "Maximum", label: name });
  return [
    [
      graph("Wakes", [counted("scheduled"), counted("fired"), counted("cancelled"), atMost("pending")]),
      graph(
        "Wakes dropped, by reason",
        dropReasons.map((Reason) =>
          productMetric(backend, "dropped", {
            ...fiveMinutes,
            statistic: "Sum",
            label: Reason,
            dimensionsMap: { Reason },
          }),
        ),
      ),
    ],
    [
      graph("Wakes late by (ms)", [
        productMetric(backend, "ringLateness", { ...fiveMinutes, statistic: "p99", label: "rung, p99" }),
        productMetric(backend, "lateness", { ...fiveMinutes, statistic: "p50", label: "started, p50" }),
        productMetric(backend, "lateness", { ...fiveMinutes, statistic: "p99", label: "started, p99" }),
      ]),
      graph("Overdue", [atMost("overdue"), atMost("oldestOverdue")]),
    ],
  ];
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, ...half });
}
