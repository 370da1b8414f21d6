import { limits } from "../../contracts/limits.ts";
import type { Mailbox, Verdict } from "../../contracts/records.ts";
import { attentionTime } from "../../domain/mailbox/attention-time.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Nudge } from "../../ports/queues.ts";
import type { ReleaseOutcome } from "../../ports/stores.ts";
import { expireQuestions } from "../questions/expire-questions.ts";
import { type ExpiryOutcome, expireSession } from "../sessions/expire-session.ts";
import { type RemovalOutcome, removeRest } from "../sessions/remove-session.ts";
import { untilAborted, withinTimeLeft } from "../tasks/bounded-model.ts";
import { isTakenOver, keepLease } from "../tasks/lease.ts";
import type { MayGoOn } from "../tasks/may-go-on.ts";
import type { Fold, Rest, Taken } from "./fold-state.ts";
import { takeNext } from "./take-next.ts";
import { tend } from "./tend.ts";

/**
 * What a nudge led to. `held`: somebody else is at it and is bound to see what is new. `handed_over`: there may be more, and
 * the next invocation takes it.
 */
export type FoldOutcome =
  | { readonly kind: "folded" | "held" | "handed_over" | "unknown_session" | "taken_over" }
  | ExpiryOutcome
  | Exclude<RemovalOutcome, { kind: "unknown" }>;

/**
 * Takes everything that can be taken from a session's mailbox, under its lock, and lets go when nothing is left that
 * could be. Letting go fails if something was accepted or a run ended meanwhile; then it looks again (invariants 1, 4, 8).
 * `mayGoOn`: whether there is time for one take more; people may type for longer than a function runs. `remainingMs`: until
 * the function is stopped; the model is not waited for any longer than leaves time to write down what it said.
 */
export async function fold(
  ports: Ports,
  nudge: Nudge,
  mayGoOn: MayGoOn = () => true,
  remainingMs: () => number = () => Number.POSITIVE_INFINITY,
): Promise<FoldOutcome> {
  if (nudge.idle_before !== undefined) return expireSession(ports, nudge.session_id, nudge.idle_before);
  const token = ports.ids.token();
  const taken_at = ports.clock.now();
  const lock = await ports.mailboxes.takeLock(nudge.session_id, token, taken_at);
  if (lock.kind !== "taken") return lock.kind === "held" ? { kind: "held" } : behind(ports, nudge);
  const lease = keepLease(ports.clock, () => ports.mailboxes.renewLock(nudge.session_id, token, ports.clock.now()));
  try {
    if (nudge.tend === true || isOverdue(lock.mailbox, ports.clock.now())) await tend(ports, lock.mailbox);
    const verdicts = new Map<string, Verdict>();
    const read = { mailbox: lock.mailbox, read_at: taken_at, resting: nothingRests };
    const model = withinTimeLeft(untilAborted(ports.model, lease.signal), () => remainingMs() - limits.stepMarginMs);
    const first = { ports: { ...ports, model }, token, signal: lease.signal, verdicts, ...read };
    const before = nudge.turn === undefined ? "nothing" : await expireQuestions(first, nudge.turn);
    return await takeAll(first, before, mayGoOn);
  } catch (error) {
    if (isTakenOver(error)) return { kind: "taken_over" };
    // The next attempt need not wait for the lease to run out; the failure itself goes on to the queue, and no other.
    await ports.mailboxes.dropLock(nudge.session_id, token).catch(() => undefined);
    throw error;
  } finally {
    lease.stop();
  }
}

/** There is no mailbox: what is left of a session that was removed goes now. */
async function behind(ports: Ports, { session_id }: Nudge): Promise<FoldOutcome> {
  const outcome = await removeRest(ports, session_id);
  return outcome.kind === "unknown" ? { kind: "unknown_session" } : outcome;
}

/** `before`: what was done already, after which the mailbox may be another one. */
async function takeAll(first: Fold, before: Taken | "nothing", mayGoOn: MayGoOn): Promise<FoldOutcome> {
  const begun = before === "nothing" ? first : await afterTaking(first, before);
  if ("kind" in begun) return begun;
  for (let state = begun; ; ) {
    if (state.signal.aborted) return { kind: "taken_over" };
    const next = await afterTaking(state, await takeNext(state));
    if ("kind" in next) return next;
    if (!mayGoOn()) return handOver(next);
    state = next;
  }
}

/** In this order: whoever is told while the lock is still held would be content with that. */
async function handOver({ ports, token, mailbox }: Fold): Promise<FoldOutcome> {
  await ports.mailboxes.dropLock(mailbox.session_id, token);
  await ports.queues.nudge([{ session_id: mailbox.session_id }]);
  return { kind: "handed_over" };
}

/** The fold as it goes on, or how it ended. Whenever the mailbox is read anew, nothing rests any more. */
async function afterTaking(state: Fold, taken: Taken | "nothing"): Promise<Fold | FoldOutcome> {
  if (taken === "lock_lost") return { kind: "taken_over" };
  if (taken === "let_go") return { kind: "folded" };
  if (typeof taken === "object") return { ...state, resting: withResting(state.resting, taken) };
  if (taken !== "nothing") {
    const read_at = state.ports.clock.now();
    const mailbox = await state.ports.mailboxes.read(state.mailbox.session_id);
    // The session was removed, and the lock with it.
    if (mailbox === null) return { kind: "taken_over" };
    return { ...state, mailbox, read_at, resting: nothingRests };
  }
  const read_at = state.ports.clock.now();
  const released = await letGo(state);
  if (released.kind === "more") return { ...state, mailbox: released.mailbox, read_at, resting: nothingRests };
  return { kind: released.kind === "released" ? "folded" : "taken_over" };
}

async function letGo({ ports, token, mailbox, resting }: Fold): Promise<ReleaseOutcome> {
  const isAtRest = mailbox.active_turn === undefined && mailbox.entries.length === 0;
  const look = attentionTime({ isAtRest, set: mailbox.attention_at }, ports.clock.now());
  const released = await ports.mailboxes.releaseLock(mailbox, token, look);
  if (released.kind === "released" && resting.until !== null) {
    // What rests is looked at when its time is over; if this message is lost, the sweeper sees to it.
    const seconds = Math.ceil((resting.until - ports.clock.now()) / 1000);
    const delay = Math.min(limits.queueDelayMaxSeconds, Math.max(1, seconds));
    await ports.queues.nudge([{ session_id: mailbox.session_id }], delay);
  }
  return released;
}

const nothingRests: Fold["resting"] = { entries: new Set(), until: null };

function withResting({ entries, until }: Fold["resting"], more: Rest): Fold["resting"] {
  const ends = [until, more.until ?? null].filter((end) => end !== null);
  return {
    entries: new Set([...entries, ...more.entries.map((entry) => entry.event_id)]),
    until: ends.length === 0 ? null : Math.min(...ends),
  };
}

const isOverdue = (mailbox: Mailbox, now: number): boolean =>
  mailbox.attention_at !== undefined && mailbox.attention_at <= now;
