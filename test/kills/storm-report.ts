import type { StormWake } from "./bell-storm.ts";

/** What a storm of bells shows. */
export type StormReport = {
  readonly once: number;
  /** A sentence for each wake that did not fire exactly once. */
  readonly wrong: readonly string[];
  readonly lines: readonly string[];
};

/** Adds up what became of the wakes; those that no bell was heard of stand apart, since only the sweep finds them. */
export function reportStorm(wakes: readonly StormWake[]): StormReport {
  const wrong = wakes
    .filter(({ status, runs }) => status !== "fired" || runs !== 1)
    .map(({ followup_id, status, runs }) => `${followup_id} is ${status} and started ${runs} runs`);
  const silent = wakes.filter(({ rings }) => rings === 0);
  const times = [0, 1, 2, 3].map((rings) => `${wakes.filter((wake) => wake.rings === rings).length} ${rings}x`);
  return {
    once: wakes.length - wrong.length,
    wrong,
    lines: [
      `bells heard: ${times.join(", ")}`,
      lateness("all, until it took its place", wakes, ({ rung_ms }) => rung_ms),
      lateness("all, until its run started", wakes, ({ fired_ms }) => fired_ms),
      lateness("no bell heard, until it took its place", silent, ({ rung_ms }) => rung_ms),
      lateness("no bell heard, until its run started", silent, ({ fired_ms }) => fired_ms),
    ],
  };
}

function lateness(what: string, wakes: readonly StormWake[], of: (wake: StormWake) => number): string {
  const sorted = wakes
    .map(of)
    .filter(Number.isFinite)
    .sort((one, other) => one - other);
  const at = (share: number) => ((sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN) / 1000).toFixed(1);
  return `late, ${what}: median ${at(0.5)} s, p99 ${at(0.99)} s, last ${at(1)} s`;
}
