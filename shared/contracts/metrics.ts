/** Namespace of every metric in CloudWatch. */
export const metricsNamespace = "Followthrough";

/** Every metric, each with the dimension `Stage`: the backend's stage, and its place in an app of somebody's own. */
export const metricNames = {
  /** Wakes that became pending. */
  scheduled: "WakesScheduled",
  /** Wakes that started their run. */
  fired: "WakesFired",
  cancelled: "WakesCancelled",
  /** With the dimension `Reason`. */
  dropped: "WakesDropped",
  /** Milliseconds from the due time until the ring was heard: what bells and queues cost. */
  ringLateness: "WakeRingLateness",
  /** Milliseconds from the due time until the run started: with the wait for a busy conversation. */
  lateness: "WakeLateness",
  /** Wakes that were not rung yet, counted every minute. */
  pending: "WakesPending",
  /** What somebody should have looked at, counted every minute. */
  overdue: "WorkOverdue",
  /** Milliseconds since somebody should have looked at the oldest of it. */
  oldestOverdue: "OldestOverdue",
} as const;
export type MetricName = (typeof metricNames)[keyof typeof metricNames];
