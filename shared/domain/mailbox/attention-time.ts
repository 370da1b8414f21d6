import { limits } from "../../contracts/limits.ts";
import type { Millis } from "../../contracts/records.ts";

/**
 * By when somebody must look at a session again: null when nothing still has to happen there. A time that is `set` already
 * is left alone while half of it is left: moving it would be two writes of the index.
 */
export function attentionTime(
  { isAtRest, set }: { readonly isAtRest: boolean; readonly set: Millis | undefined },
  now: Millis,
): Millis | null {
  if (isAtRest) return null;
  return set !== undefined && set - now >= limits.attentionMs / 2 ? set : now + limits.attentionMs;
}
