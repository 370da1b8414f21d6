import type { EventId } from "../../contracts/ids.ts";
import { entryTaken } from "../../domain/mailbox/entry-taken.ts";
import { type Place, reorder } from "../../domain/mailbox/reorder.ts";
import type { Ports } from "../../ports/ports.ts";
import type { EditOutcome, WaitingEntry } from "../../ports/stores.ts";

/**
 * Puts other words into an entry that still waits, answers nothing by name, and has not been with a turn. `taken`: a
 * fold has it, or it has ended.
 */
export async function editEntry(
  ports: Pick<Ports, "mailboxes" | "queues">,
  which: WaitingEntry,
  text: string,
): Promise<EditOutcome> {
  const outcome = await ports.mailboxes.editEntry(which, text);
  if (outcome.kind === "not_found") return { kind: await whyNotThere(ports, which) };
  if (outcome.kind === "edited") await ports.queues.nudge([{ session_id: which.session_id }]);
  return outcome;
}

/** How often somebody else may change the mailbox between two looks of one request. */
const MAX_LOOKS = 10;

/** `contended`: too much came meanwhile; nothing was changed. `other_taken`: the one to stand before waits no more. */
export type MoveOutcome = { readonly kind: "placed" | "not_found" | "taken" | "other_taken" | "contended" };

/** Puts an entry elsewhere among those that wait. Numbers stay; what is taken first changes. */
export async function moveEntry(
  ports: Pick<Ports, "mailboxes" | "queues">,
  which: WaitingEntry,
  place: Place,
): Promise<MoveOutcome> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const mailbox = await ports.mailboxes.read(which.session_id);
    if (mailbox === null || mailbox.owner !== which.owner) return { kind: "not_found" };
    const waiting = mailbox.entries
      .filter((entry) => entry.state === "waiting")
      .map((entry): EventId => entry.event_id);
    const order = reorder(waiting, which.event_id, place);
    if (order === null) return { kind: "other_taken" };
    const { kind } = await ports.mailboxes.placeEntry(which, order, mailbox);
    if (kind === "changed") continue;
    if (kind === "not_found") return { kind: await whyNotThere(ports, which) };
    if (kind === "placed") await ports.queues.nudge([{ session_id: which.session_id }]);
    return { kind };
  }
  return { kind: "contended" };
}

export type WithdrawOutcome = { readonly kind: "withdrawn" | "not_found" | "taken" };

/**
 * Takes back an entry that still waits. It ends as `withdrawn` and stays in the history; what waited for it may go on.
 * What a turn has scheduled for it stays: the person was told of that, and cancels it by itself.
 */
export async function withdrawEntry(
  ports: Pick<Ports, "mailboxes" | "ledger" | "queues" | "clock">,
  which: WaitingEntry,
): Promise<WithdrawOutcome> {
  const mailbox = await ports.mailboxes.read(which.session_id);
  if (mailbox === null || mailbox.owner !== which.owner) return { kind: "not_found" };
  const entry = mailbox.entries.find((candidate) => candidate.event_id === which.event_id);
  if (entry === undefined) return { kind: await whyNotThere(ports, which) };
  if (entry.kind === "wake") return { kind: "not_found" };
  if (entry.state !== "waiting") return { kind: "taken" };
  const outcome = await ports.ledger.commit({
    session_id: which.session_id,
    at: ports.clock.now(),
    mailbox: { close: [{ entry, verdict: entry.verdict ?? null, disposition: { kind: "withdrawn" } }], calm: true },
    events: [],
    writes: [],
  });
  if (outcome.kind === "lost") return { kind: "taken" };
  // What was said to a run that is withdrawn can never be taken, and whoever said it is to hear that now.
  if (outcome.mailbox.entries.length > 0) await ports.queues.nudge([{ session_id: which.session_id }]);
  return { kind: "withdrawn" };
}

/** `taken` as long as the history holds it, whether it was sent with a key or without; a wake never is. */
async function whyNotThere(
  { mailboxes }: Pick<Ports, "mailboxes">,
  { owner, session_id, event_id }: WaitingEntry,
): Promise<"not_found" | "taken"> {
  const mailbox = await mailboxes.read(session_id);
  if (mailbox === null || mailbox.owner !== owner) return "not_found";
  const known = entryTaken(mailbox, event_id);
  if (known === "taken" || mailbox.entries.some((entry) => entry.event_id === event_id)) return known;
  return (await mailboxes.hasEnded(session_id, event_id)) ? "taken" : "not_found";
}
