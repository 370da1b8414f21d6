import type { Mailbox } from "../../contracts/records.ts";
import type { Clock } from "../../ports/clock.ts";
import type { EventRange, Reader } from "../../ports/reader.ts";
import { type History, readHistory } from "./read-history.ts";

/** How often a waiting request looks again. */
const LOOK_EVERY_MS = 250;

/** What a waiting request waits for. */
export type Wait = {
  readonly range: Omit<EventRange, "upTo">;
  readonly waitMs: number;
  readonly signal: AbortSignal;
};

/**
 * The history after a number; when there is none yet, the first that comes within `waitMs`, reads included. Looks at the
 * mailbox alone until its counter has moved, since every event moves it.
 */
export async function waitForEvents(
  ports: { readonly reader: Reader; readonly clock: Clock },
  mailbox: Mailbox,
  { range, waitMs, signal }: Wait,
): Promise<History> {
  const { clock, reader } = ports;
  const spent = stopwatch(clock);
  let seen = mailbox;
  let history = await readHistory(reader, seen, range);
  let left = waitMs - spent(0);
  let slowest = 0;
  // A look that takes as long as the slowest one must still fit: a store that is slow makes the wait shorter, not longer.
  while (history.events.length === 0 && !signal.aborted && left > slowest) {
    const pause = Math.min(LOOK_EVERY_MS, left - slowest);
    await clock.pause(pause, signal);
    left -= spent(pause);
    const now = await reader.mailbox(mailbox.session_id);
    if (now === null) break;
    if (now.seq !== seen.seq) history = await readHistory(reader, now, range);
    seen = now;
    const look = spent(0);
    left -= look;
    slowest = Math.max(slowest, look);
  }
  return history;
}

/**
 * How much time went by since the last call, at least as much as is known to have been paused: a clock that is moved by
 * hand stands still meanwhile, and a wait that only looked at it would never end.
 */
function stopwatch(clock: Clock): (atLeast: number) => number {
  let before = clock.now();
  return (atLeast) => {
    const now = clock.now();
    const spent = Math.max(atLeast, now - before);
    before = now;
    return spent;
  };
}
