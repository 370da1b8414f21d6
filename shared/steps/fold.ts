import type { SessionId } from "../contracts/ids.ts";
import { limits } from "../contracts/limits.ts";
import type { Mailbox, Verdict } from "../contracts/records.ts";
import { nextAction } from "../domain/fold-agenda.ts";
import type { Ports } from "../ports/ports.ts";
import type { Nudge } from "../ports/queues.ts";
import { foldFollowUps } from "./fold-follow-ups.ts";
import { keepLease } from "./lease.ts";
import { startRequestedRun } from "./start-requested-run.ts";
import { startWokenRun } from "./start-woken-run.ts";
import { tend } from "./tend.ts";

/** What a nudge led to. `held`: somebody else is at it and is bound to see what is new. */
export type FoldOutcome = { readonly kind: "folded" | "held" | "unknown_session" | "taken_over" };

/** What one fold works with. `verdicts` are kept over a lost commit, so that a model is not asked twice. */
export type FoldContext = {
  readonly token: string;
  readonly signal: AbortSignal;
  readonly verdicts: Map<string, Verdict>;
};

/** How one attempt to take something ended: `again` means that something had changed meanwhile. */
export type Taken = "committed" | "again" | "lock_lost";

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
    const context = { token, signal: lease.signal, verdicts: new Map<string, Verdict>() };
    return await takeAll(ports, context, lock.mailbox);
  } catch (error) {
    await ports.mailboxes.dropLock(nudge.session_id, token);
    throw error;
  } finally {
    lease.stop();
  }
}

async function takeAll(ports: Ports, context: FoldContext, first: Mailbox): Promise<FoldOutcome> {
  let mailbox = first;
  for (;;) {
    if (context.signal.aborted) return { kind: "taken_over" };
    const taken = await takeNext(ports, context, mailbox);
    if (taken === "lock_lost") return { kind: "taken_over" };
    if (taken !== "nothing") {
      mailbox = await reread(ports, mailbox.session_id, mailbox);
      continue;
    }
    const released = await ports.mailboxes.releaseLock(mailbox, context.token, attentionOf(mailbox, ports.clock.now()));
    if (released.kind !== "more") return { kind: released.kind === "released" ? "folded" : "taken_over" };
    mailbox = released.mailbox;
  }
}

async function takeNext(ports: Ports, context: FoldContext, mailbox: Mailbox): Promise<Taken | "nothing"> {
  const action = nextAction(mailbox);
  switch (action.kind) {
    case "start_run":
      return startRequestedRun(ports, context, mailbox, action.entry);
    case "wake":
      return startWokenRun(ports, context, mailbox, action.entry);
    case "follow_ups":
      return foldFollowUps(ports, context, mailbox, action);
    case "nothing":
      return "nothing";
  }
}

async function reread(ports: Ports, sessionId: SessionId, fallback: Mailbox): Promise<Mailbox> {
  return (await ports.mailboxes.read(sessionId)) ?? fallback;
}

/** By when somebody must look at the session again: only while something still has to happen there. */
const attentionOf = (mailbox: Mailbox, now: number): number | null =>
  mailbox.active_turn !== undefined || mailbox.entries.length > 0 ? now + limits.attentionMs : null;

const isOverdue = (mailbox: Mailbox, now: number): boolean =>
  mailbox.attention_at !== undefined && mailbox.attention_at <= now;
