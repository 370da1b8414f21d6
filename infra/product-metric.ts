import { Metric, type MetricOptions } from "aws-cdk-lib/aws-cloudwatch";
import { metricNames, metricsNamespace } from "../shared/contracts/metrics.ts";

/** A metric that the functions of the backend with this name write into their logs. */
export function productMetric(backend: string, name: keyof typeof metricNames, options: MetricOptions): Metric {
  const { dimensionsMap, ...rest } = options;
  return new Metric({
    namespace: metricsNamespace,
    metricName: metricNames[name],
    dimensionsMap: { Stage: backend, ...dimensionsMap },
    ...rest,
  });
}
