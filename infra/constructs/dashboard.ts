import { Duration } from "aws-cdk-lib";
import {
  AlarmStatusWidget,
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
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

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, ...half });
}
