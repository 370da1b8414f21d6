import { limits } from "../../contracts/limits.ts";
import type { Millis } from "../../contracts/records.ts";
import { isFault } from "../../errors/fault.ts";
import { sha256 } from "../digest.ts";

/** Seconds between two tries in the first minute, more or less. */
const pauseSeconds = 15;

/** What says nothing about the work itself: the model does not answer, or too many write the same to the table. */
const outages: ReadonlySet<string> = new Set(["model_unavailable", "commit_contended", "table_contended"]);

/**
 * When something is tried again because of an outage: after so many seconds, or `swept` when the sweep is to ask for it, as
 * it does every minute for whatever is not done. Null when it failed for another reason, or was tried for as long as a fold
 * would be. An outage may take minutes, and ending the runs in it would help nobody, least of all those whose step was
 * finished and did not get into the table. `of`: what is tried, so that not everything is tried again at the same moment.
 */
export function outageWait(error: unknown, of: string, since: Millis, now: Millis): number | "swept" | null {
  if (!isFault(error) || !outages.has(error.code)) return null;
  const elapsedMs = now - since;
  if (elapsedMs >= limits.foldPatienceMs) return null;
  if (elapsedMs >= limits.attentionMs) return "swept";
  const place = Number.parseInt(sha256(`${of}/${now}`).slice(0, 6), 16) / 2 ** 24;
  return Math.ceil(pauseSeconds * (0.75 + place / 2));
}
