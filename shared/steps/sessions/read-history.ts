import type { EventId } from "../../contracts/ids.ts";
import type { Entry, Mailbox, SessionEvent } from "../../contracts/records.ts";
import { entryEvents } from "../../domain/mailbox/entry-events.ts";
import type { EventRange, Reader, StoredEvent } from "../../ports/reader.ts";

/** Part of a session's history: what is permanent and what still waits, by number. */
export type History = {
  readonly events: readonly SessionEvent[];
  /** There are more events after the last one. */
  readonly more: boolean;
};

/**
 * The history of a session as it was when `mailbox` was read. The mailbox comes first: an entry that is folded
 * in between is then seen twice and not never, and nothing is shown above the number that the mailbox had reached,
 * where an entry that is not seen yet could still turn up.
 */
export async function readHistory(reader: Reader, mailbox: Mailbox, range: Omit<EventRange, "upTo">): Promise<History> {
  const { items, more } = await reader.events(mailbox.session_id, { ...range, upTo: mailbox.seq });
  const bySeq = new Map<number, SessionEvent>();
  const add = (events: readonly SessionEvent[]) => {
    for (const event of events) if (event.seq > range.after && event.seq <= mailbox.seq) bySeq.set(event.seq, event);
  };
  for (const entry of waitingEntries(mailbox, range.turn)) add(entryEvents(mailbox.session_id, entry));
  for (const item of items) add(spelledOut(mailbox, item));
  const last = items.at(-1);
  // Behind the last stored event that was read there may be more, which must not be jumped over.
  const horizon = more && last !== undefined ? lastNumber(last) : mailbox.seq;
  const events = [...bySeq.values()].filter(({ seq }) => seq <= horizon).sort((a, b) => a.seq - b.seq);
  return { events: events.slice(0, range.limit), more: more || events.length > range.limit };
}

/** Puts the whole text into observations that hold only the beginning of it. */
export async function withWholeTexts(
  reader: Reader,
  mailbox: Mailbox,
  events: readonly SessionEvent[],
): Promise<readonly SessionEvent[]> {
  const cut = events.filter(({ type, payload }) => type === "react_observation" && payload["truncated"] === true);
  if (cut.length === 0) return events;
  const ids = cut.map((event): EventId => event.id);
  const texts = await reader.texts(mailbox.session_id, ids);
  const whole = new Map(ids.map((id, index) => [id, texts[index] ?? null]));
  return events.map((event) => {
    const text = whole.get(event.id) ?? null;
    return text === null ? event : { ...event, payload: { ...event.payload, message: text } };
  });
}

function waitingEntries(mailbox: Mailbox, turn: number | null): readonly Entry[] {
  return turn === null ? mailbox.entries : mailbox.entries.filter((entry) => entry.turn === turn);
}

function spelledOut(mailbox: Mailbox, item: StoredEvent): readonly SessionEvent[] {
  return item.kind === "event" ? [item.event] : entryEvents(mailbox.session_id, item.closed.entry, item.closed);
}

function lastNumber(item: StoredEvent): number {
  return item.kind === "event" ? item.event.seq : item.closed.seq + item.closed.span - 1;
}
