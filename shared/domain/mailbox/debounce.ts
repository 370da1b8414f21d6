import type { Entry, Millis } from "../../contracts/records.ts";

/** How long an agent waits for more before it takes what came: until it is quiet for `quiet_ms`, at most `max_wait_ms`. */
export type Debounce = { readonly quiet_ms: Millis; readonly max_wait_ms: Millis };

/** Entries that still rest, and until when; the others may be taken now. Every message is kept, none is dropped. */
export type Resting = { readonly entries: readonly Entry[]; readonly until: Millis };

/**
 * What of a burst still rests. An entry that was looked at before does not rest again; when `room` entries or more wait,
 * nothing rests, because they fill a fold of their own.
 */
export function restingOf(
  entries: readonly Entry[],
  { quiet_ms, max_wait_ms }: Debounce,
  at: { readonly now: Millis; readonly room: number },
): Resting | null {
  const fresh = entries.filter((entry) => entry.verdict === undefined);
  if (fresh.length === 0 || entries.length >= at.room) return null;
  const times = fresh.map((entry) => entry.received_at);
  const until = Math.min(Math.max(...times) + quiet_ms, Math.min(...times) + max_wait_ms);
  return until > at.now ? { entries: fresh, until } : null;
}
