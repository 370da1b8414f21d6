/** Why a write has to wait: others write the same items in transactions, or a partition takes no more for the moment. */
export type Contention = "conflict" | "throttled";

/** A partition is free again after a second or so, an item after some milliseconds. */
const bounds: Readonly<Record<Contention, { readonly firstMs: number; readonly mostMs: number }>> = {
  conflict: { firstMs: 10, mostMs: 1_000 },
  throttled: { firstMs: 200, mostMs: 4_000 },
};

/**
 * Milliseconds, at least one, before a write is tried again that was tried again `tries` times already: anything up to a
 * bound that doubles each time. `place` says where in it, from 0 to 1 without 1, and has to be chance: with waits that
 * hang on `tries` alone, those who met once meet again each time.
 */
export function contentionWait(why: Contention, tries: number, place: number): number {
  const { firstMs, mostMs } = bounds[why];
  return 1 + Math.floor(place * Math.min(firstMs * 2 ** tries, mostMs));
}
