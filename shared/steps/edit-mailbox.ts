import type { EventId, SessionId } from "../contracts/ids.ts";
import type { Ports } from "../ports/ports.ts";
import type { EditOutcome } from "../ports/stores.ts";

/** Which waiting entry, and whose. */
export type WaitingEntry = { readonly owner: string; readonly session_id: SessionId; readonly event_id: EventId };

/** Puts other words into an entry that still waits. `taken`: a fold has it, or it has ended. */
export async function editEntry(
  ports: Pick<Ports, "mailboxes" | "queues">,
  which: WaitingEntry,
  text: string,
): Promise<EditOutcome> {
  const outcome = await ports.mailboxes.editEntry(which.session_id, which.owner, which.event_id, text);
  if (outcome.kind === "edited") await ports.queues.nudge([{ session_id: which.session_id }]);
  return outcome;
}

export type WithdrawOutcome = { readonly kind: "withdrawn" | "not_found" | "taken" };

/** Takes back an entry that still waits. It ends as `withdrawn` and stays in the history. */
export async function withdrawEntry(
  ports: Pick<Ports, "mailboxes" | "ledger" | "clock">,
  which: WaitingEntry,
): Promise<WithdrawOutcome> {
  const mailbox = await ports.mailboxes.read(which.session_id);
  if (mailbox === null || mailbox.owner !== which.owner) return { kind: "not_found" };
  const entry = mailbox.entries.find((candidate) => candidate.event_id === which.event_id);
  if (entry === undefined || entry.kind === "wake") {
    return {
      kind: mailbox.seen[which.event_id.slice(4)] === undefined || entry?.kind === "wake" ? "not_found" : "taken",
    };
  }
  if (entry.state !== "waiting") return { kind: "taken" };
  const outcome = await ports.ledger.commit({
    session_id: which.session_id,
    at: ports.clock.now(),
    mailbox: { close: [{ entry, verdict: entry.verdict ?? null, disposition: { kind: "withdrawn" } }], calm: true },
    events: [],
    writes: [],
  });
  return { kind: outcome.kind === "done" ? "withdrawn" : "taken" };
}
