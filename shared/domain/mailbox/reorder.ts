import type { EventId } from "../../contracts/ids.ts";

/** Where an entry is to stand among those that wait: at a position from 1, or before another entry. */
export type Place = { readonly position: number } | { readonly before: EventId };

/** The order in which they wait when `moved` stands at its new place; null when the other entry does not wait. */
export function reorder(waiting: readonly EventId[], moved: EventId, place: Place): readonly EventId[] | null {
  if ("before" in place && place.before === moved) return waiting;
  const others = waiting.filter((id) => id !== moved);
  const index = "before" in place ? others.indexOf(place.before) : Math.min(place.position - 1, others.length);
  return index === -1 ? null : others.toSpliced(index, 0, moved);
}
