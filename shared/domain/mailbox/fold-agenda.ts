import type { EventId } from "../../contracts/ids.ts";
import { type Entry, isRetry, type Mailbox } from "../../contracts/records.ts";
import { isChangeBehindTurn } from "../routing/change-behind-turn.ts";

/** What the holder of a session's lock does next. */
export type Agenda =
  | { readonly kind: "start_run" | "wake" | "retry"; readonly entry: Entry }
  | { readonly kind: "follow_ups"; readonly turn: number; readonly entries: readonly Entry[] }
  | { readonly kind: "nothing" };

/** Entries that one fold takes at most, so that its commit stays well under 100 writes and 4 KB of expressions. */
export const ENTRIES_PER_FOLD = 32;

/** Writes of one transaction that are left to entries and questions; the others are of the run, its version and rules. */
const SHARED_WRITES = 88;

/**
 * How many entries one version may close when the run has open questions: an entry may take two writes (itself, a rule
 * that it sets) and a question that is withdrawn two (its row, its event). With as many open as there may be it is 19. What
 * is said of the rest beside a rule is a third; should there be too many of these, the first entry is taken alone.
 */
export const entriesThatFit = (openQuestions: number): number =>
  Math.max(1, Math.min(ENTRIES_PER_FOLD, Math.floor((SHARED_WRITES - 2 * openQuestions) / 2)));

/**
 * The next thing to take from a mailbox, oldest first. Follow-ups to one run are taken together and become one revision.
 * What has to wait for the session to be free (a new run, a wake, `enqueue`) stays, and does not hold up what need not;
 * so does what rests.
 */
export function nextAction(mailbox: Mailbox, resting: ReadonlySet<EventId> = new Set()): Agenda {
  const waiting = mailbox.entries.filter((entry) => entry.state === "waiting" && !resting.has(entry.event_id));
  const free = waiting.filter((entry) => !isBlocked(entry, mailbox));
  const first = free[0];
  if (first === undefined) return { kind: "nothing" };
  if (first.kind === "wake") return { kind: "wake", entry: longestDue(free) };
  if (first.kind === "start_run") return { kind: "start_run", entry: first };
  if (isRetry(first)) return { kind: "retry", entry: first };
  const entries: Entry[] = [];
  for (const entry of free) {
    if (entry.kind !== "follow_up" || isRetry(entry) || entries.length >= ENTRIES_PER_FOLD) break;
    if (entry.turn === first.turn) entries.push(entry);
  }
  return { kind: "follow_ups", turn: first.turn, entries };
}

/** Wakes that wait may have rung in another order than they were due in. */
function longestDue(free: readonly Entry[]): Entry {
  const wakes = free.filter(({ kind }) => kind === "wake");
  return wakes.reduce((oldest, wake) => ((wake.due_at ?? 0) < (oldest.due_at ?? 0) ? wake : oldest));
}

function isBlocked(entry: Entry, mailbox: Mailbox): boolean {
  const busy = mailbox.active_turn;
  if (entry.kind === "follow_up" && (startsLater(entry, mailbox) || isBehindChange(entry, mailbox))) return true;
  if (entry.kind === "wake" && mailbox.entries.some(({ state }) => state === "answering")) return true;
  if (busy === undefined) return false;
  if (entry.kind === "start_run") return entry.on_busy !== "rollback";
  if (entry.kind === "wake" || entry.turn !== busy) return true;
  return entry.on_busy === "enqueue" || isHeld(entry);
}

/** The run it is addressed to still waits in the mailbox itself. */
const startsLater = (entry: Entry, mailbox: Mailbox): boolean =>
  mailbox.entries.some((other) => other.kind === "start_run" && other.turn === entry.turn);

/** A change that was sent before it is made as soon as a turn has scheduled what came with it. */
const isBehindChange = (entry: Entry, mailbox: Mailbox): boolean =>
  mailbox.entries.some(
    ({ state, turn, verdict }) =>
      state === "answering" && turn === entry.turn && verdict !== undefined && isChangeBehindTurn(verdict),
  );

/** It was found out already that it can only go on when the run has delivered. */
const isHeld = (entry: Entry): boolean =>
  entry.verdict?.route === "direct_answer" || entry.verdict?.route === "new_run";
