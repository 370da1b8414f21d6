import { type DeedKind, deedKinds, noDeeds } from "./deeds.ts";
import { type FaultKind, faultKinds, noFaults } from "./faults.ts";

/** A seed that failed. */
export type Failure = { readonly seed: number; readonly message: string; readonly story: readonly string[] };

/** What a run of many seeds came to; plain data, so that it can come from another process. */
export type Report = {
  readonly seeds: number;
  readonly steps: number;
  readonly failures: readonly Failure[];
  readonly faults: Readonly<Record<FaultKind, number>>;
  readonly deeds: Readonly<Record<DeedKind, number>>;
};

/** All of them together, failures by seed. */
export function addUp(reports: readonly Report[]): Report {
  const faults = noFaults();
  const deeds = noDeeds();
  for (const report of reports) {
    for (const kind of faultKinds) faults[kind] += report.faults[kind];
    for (const kind of deedKinds) deeds[kind] += report.deeds[kind];
  }
  return {
    seeds: reports.reduce((sum, { seeds }) => sum + seeds, 0),
    steps: reports.reduce((sum, { steps }) => sum + steps, 0),
    failures: reports.flatMap(({ failures }) => failures).sort((a, b) => a.seed - b.seed),
    faults,
    deeds,
  };
}

/** Kinds of fault and of deed that never happened: nothing was shown about them. */
export const neverHappened = ({ faults, deeds }: Report): readonly string[] =>
  Object.entries({ ...faults, ...deeds }).flatMap(([kind, count]) => (count === 0 ? [kind] : []));
