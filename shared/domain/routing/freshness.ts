import type { Artifact } from "../../contracts/records.ts";
import { LAST_MOMENT } from "../../contracts/timestamp.ts";

/** Until when an artifact may be used to answer from; without end when absent. */
export type Freshness = Pick<Artifact, "as_of" | "max_age_ms">;

/**
 * How fresh something is that was made of other artifacts: true as of the oldest of them, and usable until the first of them is
 * too old. So a delivery is as fresh as its stalest input. Whatever a cell says, that is at a time that can be written.
 */
export function freshnessOf(own: Freshness, inputs: readonly Freshness[]): Freshness {
  const all = [own, ...inputs];
  const as_of = Math.min(...all.map((one) => one.as_of));
  const ends = all.flatMap(({ as_of: from, max_age_ms }) => (max_age_ms === undefined ? [] : [from + max_age_ms]));
  return ends.length === 0 ? { as_of } : { as_of, max_age_ms: Math.max(0, Math.min(LAST_MOMENT, ...ends) - as_of) };
}

/** Too old to answer from. */
export function isStale({ as_of, max_age_ms }: Freshness, now: number): boolean {
  return max_age_ms !== undefined && as_of + max_age_ms < now;
}
