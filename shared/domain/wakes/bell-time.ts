import { limits } from "../../contracts/limits.ts";
import type { Wake } from "../../contracts/wake.ts";
import { sha256 } from "../digest.ts";

/** Scheduler fires somewhere within the minute after its time, so a bell is set at least this much early. */
const leadMs = 75_000;
/** Most seconds that are added to it: a bell that rings at once must still be within SQS's longest delay. */
const spreadSeconds = 720;

/**
 * When the bell of a wake rings, in epoch milliseconds; the rest of the wait is an SQS delay. Bells of wakes that are due
 * at the same moment are spread over twelve minutes, because Scheduler rings about a thousand a second and whatever is
 * beyond that comes late. The place is derived from the wake, so that setting a bell again sets the same one.
 */
export function bellTime({ followup_id, fires_at }: Pick<Wake, "followup_id" | "fires_at">, now: number): number {
  const place = (Number.parseInt(sha256(followup_id).slice(0, 8), 16) % spreadSeconds) * 1000;
  // One that is due soon is not spread so far that its bell would have to be set in a hurry.
  const room = Math.floor((fires_at - now) / 1000 - limits.queueDelayMaxSeconds) * 1000;
  return fires_at - leadMs - Math.max(0, Math.min(place, room));
}
