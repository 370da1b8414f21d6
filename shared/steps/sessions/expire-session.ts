import type { SessionId } from "../../contracts/ids.ts";
import type { Mailbox, Millis } from "../../contracts/records.ts";
import type { Ports } from "../../ports/ports.ts";
import { deleteSession } from "./remove-session.ts";

/** `in_use`: something happened in it since, or goes on; it is listed as such. */
export type ExpiryOutcome = { readonly kind: "expired" | "in_use" | "unknown_session" };

/** Events that are read to find the last one; an entry spans three numbers. */
const LAST_EVENTS = 4;

/**
 * Ends a session that nobody has used since a time: it is removed like one that was deleted, and what it had promised is
 * dropped with it. A message or an upload that comes in that very moment is either refused like one to an unknown session
 * or keeps it: the removal expects the mailbox as it was read (invariant 1). Wakes that are pending do not keep it.
 */
export async function expireSession(
  ports: Pick<Ports, "mailboxes" | "reader" | "removals" | "queues" | "clock">,
  session_id: SessionId,
  idleBefore: Millis,
): Promise<ExpiryOutcome> {
  const mailbox = await ports.mailboxes.read(session_id);
  if (mailbox === null) return { kind: "unknown_session" };
  const last = await lastUse(ports, mailbox);
  if (last >= idleBefore) {
    await ports.removals.usedAt(session_id, last);
    return { kind: "in_use" };
  }
  const { owner, seq, accepted } = mailbox;
  const cause = { reason: "session_expired" as const, unless_used: { seq, accepted } };
  const outcome = await deleteSession(ports, { session_id, owner }, cause);
  return { kind: outcome === "begun" || outcome === "gone" ? "expired" : "in_use" };
}

/** When something happened last; now, while something goes on or waits. */
async function lastUse({ reader, clock }: Pick<Ports, "reader" | "clock">, mailbox: Mailbox): Promise<Millis> {
  if (mailbox.active_turn !== undefined || mailbox.entries.length > 0) return clock.now();
  const { session_id, seq } = mailbox;
  const range = { after: Math.max(0, seq - LAST_EVENTS), upTo: seq, turn: null, limit: LAST_EVENTS };
  const { items } = await reader.events(session_id, range);
  const times = items.map((item) => (item.kind === "event" ? item.event.created_at : item.closed.created_at));
  const opened = (await reader.session(session_id))?.created_at ?? clock.now();
  return Math.max(opened, mailbox.uploaded_at ?? 0, ...times);
}
