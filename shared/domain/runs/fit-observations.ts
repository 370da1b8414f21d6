import { clipCodePoints } from "../text/clip-text.ts";

/** What a general agent is asked: the objective, and what was said since, oldest first. */
export type Observations = { readonly objective: string; readonly follow_ups: readonly string[] };

/** Code points of the objective, and of one follow-up. */
const OBJECTIVE = 16_000;
const FOLLOW_UP = 4_000;
/** Follow-ups and their code points together. */
const MOST = 40;
const TOGETHER = 16_000;

/**
 * Keeps what was asked small enough for every version and every prompt, however long the session is. Long texts keep their
 * beginning, and the oldest follow-ups leave first: what they led to stands in the plan before, and what is to hold always
 * is remembered apart. The last one always stays.
 */
export function fitObservations({ objective, follow_ups }: Observations): Observations {
  const kept: string[] = [];
  let together = 0;
  for (const text of follow_ups.slice(-MOST).toReversed()) {
    const clipped = clipCodePoints(text, FOLLOW_UP);
    together += clipped.length;
    if (kept.length > 0 && together > TOGETHER) break;
    kept.push(clipped);
  }
  return { objective: clipCodePoints(objective, OBJECTIVE), follow_ups: kept.toReversed() };
}
