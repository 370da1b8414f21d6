import * as z from "zod";
import type { Millis } from "./records.ts";

/** RFC 3339 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 });

/** The last moment that can be written so. */
export const LAST_MOMENT: Millis = Date.UTC(10_000, 0) - 1;

/** The moment as it is written on the wire. */
export function timestamp(at: Millis): string {
  return new Date(at).toISOString();
}

/** {@link timestamp} of a moment that may not have come yet. */
export function timestampOrNull(at: Millis | undefined): string | null {
  return at === undefined ? null : timestamp(at);
}
