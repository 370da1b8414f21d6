import type { Mailbox } from "../contracts/records.ts";
import type { Clock } from "../ports/clock.ts";
import type { EventRange, Reader } from "../ports/reader.ts";
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
 * The history after a number; when there is none yet, the first that comes within `waitMs`. Looks at the mailbox alone
 * until its counter has moved, since every event moves it.
 */
export async function waitForEvents(
  ports: { readonly reader: Reader; readonly clock: Clock },
  mailbox: Mailbox,
  { range, waitMs, signal }: Wait,
): Promise<History> {
  let seen = mailbox;
  // What was paused is counted instead of the clock being read: a clock that is moved by hand stands still meanwhile.
  let left = waitMs;
  let history = await readHistory(ports.reader, seen, range);
  while (history.events.length === 0 && !signal.aborted && left > 0) {
    const pause = Math.min(LOOK_EVERY_MS, left);
    await ports.clock.pause(pause, signal);
    left -= pause;
    const now = await ports.reader.mailbox(mailbox.session_id);
    if (now === null) break;
    if (now.seq === seen.seq) continue;
    seen = now;
    history = await readHistory(ports.reader, seen, range);
  }
  return history;
}
