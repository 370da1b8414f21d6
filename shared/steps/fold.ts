import { limits } from "../contracts/limits.ts";
import type { Mailbox, Verdict } from "../contracts/records.ts";
import { type Agenda, nextAction } from "../domain/fold-agenda.ts";
import { isFault } from "../errors/fault.ts";
import type { Ports } from "../ports/ports.ts";
import type { Nudge } from "../ports/queues.ts";
import { foldFollowUps } from "./fold-follow-ups.ts";
import { closeEntries, type Fold, type Taken } from "./fold-state.ts";
import { keepLease } from "./lease.ts";
import { startRequestedRun } from "./start-requested-run.ts";
import { startWokenRun } from "./start-woken-run.ts";
import { tend } from "./tend.ts";

/** What a nudge led to. `held`: somebody else is at it and is bound to see what is new. */
export type FoldOutcome = { readonly kind: "folded" | "held" | "unknown_session" | "taken_over" };

/**
 * Takes everything that can be taken from a session's mailbox, under its lock, and lets go when nothing is left that
 * could be. Letting go fails if something was accepted or a run ended meanwhile; then it looks again (invariants 1, 4, 8).
 */
export async function fold(ports: Ports, nudge: Nudge): Promise<FoldOutcome> {
  const token = ports.ids.token();
  const lock = await ports.mailboxes.takeLock(nudge.session_id, token, ports.clock.now());
  if (lock.kind !== "taken") return { kind: lock.kind === "held" ? "held" : "unknown_session" };
  const lease = keepLease(ports.clock, () => ports.mailboxes.renewLock(nudge.session_id, token, ports.clock.now()));
  try {
    if (nudge.tend === true || isOverdue(lock.mailbox, ports.clock.now())) await tend(ports, lock.mailbox);
    const verdicts = new Map<string, Verdict>();
    return await takeAll({ ports, token, signal: lease.signal, verdicts, mailbox: lock.mailbox });
  } catch (error) {
    // The next attempt need not wait for the lease to run out; the failure itself goes on to the queue.
    await ports.mailboxes.dropLock(nudge.session_id, token);
    throw error;
  } finally {
    lease.stop();
  }
}

async function takeAll(first: Fold): Promise<FoldOutcome> {
  const { ports, token, signal } = first;
  let state = first;
  for (;;) {
    if (signal.aborted) return { kind: "taken_over" };
    const taken = await takeNext(state);
    if (taken === "lock_lost") return { kind: "taken_over" };
    if (taken !== "nothing") {
      state = { ...state, mailbox: (await ports.mailboxes.read(state.mailbox.session_id)) ?? state.mailbox };
      continue;
    }
    const attentionAt = attentionOf(state.mailbox, ports.clock.now());
    const released = await ports.mailboxes.releaseLock(state.mailbox, token, attentionAt);
    if (released.kind !== "more") return { kind: released.kind === "released" ? "folded" : "taken_over" };
    state = { ...state, mailbox: released.mailbox };
  }
}

/**
 * Takes the next thing. What can never be taken, by a fault that says so, is refused with its code and does not hold up
 * what is behind it; of several entries taken together only the first is to blame, if it fails alone as well.
 */
async function takeNext(state: Fold): Promise<Taken | "nothing"> {
  const action = nextAction(state.mailbox);
  if (action.kind === "nothing") return "nothing";
  const first = action.kind === "follow_ups" ? { ...action, entries: action.entries.slice(0, 1) } : action;
  const whole = await attempt(state, action);
  if (whole.kind === "taken") return whole.taken;
  const alone = first === action ? whole : await attempt(state, first);
  if (alone.kind === "taken") return alone.taken;
  const blamed = first.kind === "follow_ups" ? first.entries : [first.entry];
  return closeEntries(state, blamed, { kind: "refused", reason: alone.code });
}

type Attempt = { readonly kind: "taken"; readonly taken: Taken } | { readonly kind: "hopeless"; readonly code: string };

async function attempt(state: Fold, action: Exclude<Agenda, { kind: "nothing" }>): Promise<Attempt> {
  try {
    return { kind: "taken", taken: await take(state, action) };
  } catch (error) {
    // Trying again cannot help: an unknown source, a plan against the rules, an agent that is gone.
    if (isFault(error) && error.remedy !== "retry") return { kind: "hopeless", code: error.code };
    throw error;
  }
}

function take(state: Fold, action: Exclude<Agenda, { kind: "nothing" }>): Promise<Taken> {
  switch (action.kind) {
    case "start_run":
      return startRequestedRun(state, action.entry);
    case "wake":
      return startWokenRun(state, action.entry);
    case "follow_ups":
      return foldFollowUps(state, action);
  }
}

/** By when somebody must look at the session again: only while something still has to happen there. */
const attentionOf = (mailbox: Mailbox, now: number): number | null =>
  mailbox.active_turn !== undefined || mailbox.entries.length > 0 ? now + limits.attentionMs : null;

const isOverdue = (mailbox: Mailbox, now: number): boolean =>
  mailbox.attention_at !== undefined && mailbox.attention_at <= now;
