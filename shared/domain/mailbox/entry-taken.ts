import type { EventId } from "../../contracts/ids.ts";
import type { Mailbox } from "../../contracts/records.ts";

/**
 * Why a person cannot change an entry, as far as its mailbox tells. A wake is not theirs: `not_found`, while it waits and
 * after. So is what is not in the mailbox any more, unless it was sent with a key; the history knows of the rest.
 */
export function entryTaken({ entries, seen }: Mailbox, eventId: EventId): "taken" | "not_found" {
  const entry = entries.find(({ event_id }) => event_id === eventId);
  if (entry !== undefined) return entry.kind === "wake" ? "not_found" : "taken";
  // Without a key there is no hash before the time, and a wake has none.
  const hashAndTime = seen[eventId.slice("evt_".length)];
  return hashAndTime === undefined || hashAndTime.startsWith(":") ? "not_found" : "taken";
}
