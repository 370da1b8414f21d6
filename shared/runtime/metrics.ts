import type { MetricName } from "../contracts/metrics.ts";
import { metricsNamespace } from "../contracts/metrics.ts";
import type { Clock } from "../ports/clock.ts";
import { readSettings } from "./settings.ts";

/** One measurement. `dimensions` beside the stage, which every metric has. */
export type Measurement = {
  readonly name: MetricName;
  readonly unit: "Count" | "Milliseconds";
  readonly value: number;
  readonly dimensions?: Readonly<Record<string, string>>;
};

/** Where measurements go. */
export type Measure = (measurement: Measurement) => void;

/**
 * Writes measurements as lines in CloudWatch's embedded metric format: the log is read for them, so that measuring
 * takes no request and cannot fail.
 */
export function createMeasure(stage: string, clock: Pick<Clock, "now">, write: (line: string) => void): Measure {
  return ({ name, unit, value, dimensions = {} }) => {
    const all = { Stage: stage, ...dimensions };
    const directive = {
      Namespace: metricsNamespace,
      Dimensions: [Object.keys(all)],
      Metrics: [{ Name: name, Unit: unit }],
    };
    write(JSON.stringify({ _aws: { Timestamp: clock.now(), CloudWatchMetrics: [directive] }, ...all, [name]: value }));
  };
}

/** Into the log of this process. @throws TypeError when the stage is missing. */
export function processMeasure(clock: Pick<Clock, "now">): Measure {
  return createMeasure(readSettings(["STAGE"]).STAGE, clock, (line) => process.stdout.write(`${line}\n`));
}
