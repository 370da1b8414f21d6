import type { Run } from "../../contracts/records.ts";

/**
 * The version that the next one is made from: the current one; the one that was delivered last when what came after it
 * is given up; 0 when nothing was ever delivered, so that the new words are the first ones.
 */
export function baseVersion(run: Run, startsOver: boolean): number {
  const isGivenUp = isDiscarded(run, run.dag_version) || (startsOver && run.status !== "completed");
  return isGivenUp ? (run.delivered_version ?? 0) : run.dag_version;
}

/** A person discarded what this version made when they canceled it. */
export const isDiscarded = (run: Pick<Run, "discarded">, version: number): boolean =>
  run.discarded?.includes(version) ?? false;
