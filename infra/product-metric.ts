import { Metric, type MetricOptions } from "aws-cdk-lib/aws-cloudwatch";
import { metricNames, metricsNamespace } from "../shared/contracts/metrics.ts";

/** A metric that the functions write into their logs, of this stage. */
export function productMetric(stage: string, name: keyof typeof metricNames, options: MetricOptions): Metric {
  const { dimensionsMap, ...rest } = options;
  return new Metric({
    namespace: metricsNamespace,
    metricName: metricNames[name],
    dimensionsMap: { Stage: stage, ...dimensionsMap },
    ...rest,
  });
}
