import { limits } from "../contracts/limits.ts";
import type { Millis } from "../contracts/records.ts";
import { isFault } from "../errors/fault.ts";
import { sha256 } from "./digest.ts";

/** Seconds between two tries in the first minute, more or less. */
const pauseSeconds = 15;

/**
 * When something is tried again because the model did not answer: after so many seconds, or `swept` when the sweep is to
 * ask for it, as it does every minute for whatever is not done. Null when it failed for another reason, or was tried for
 * as long as a fold would be. A model that refuses many at once may do so for minutes, and ending their runs would help
 * nobody. `of`: what is tried, so that not everything is tried again at the same moment.
 */
export function outageWait(error: unknown, of: string, since: Millis, now: Millis): number | "swept" | null {
  if (!isFault(error) || error.code !== "model_unavailable") return null;
  const elapsedMs = now - since;
  if (elapsedMs >= limits.foldPatienceMs) return null;
  if (elapsedMs >= limits.attentionMs) return "swept";
  const place = Number.parseInt(sha256(`${of}/${now}`).slice(0, 6), 16) / 2 ** 24;
  return Math.ceil(pauseSeconds * (0.75 + place / 2));
}
