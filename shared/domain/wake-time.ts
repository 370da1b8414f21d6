import * as z from "zod";
import { limits } from "../contracts/limits.ts";
import type { Millis } from "../contracts/records.ts";

/** A due time, or why it is none. `moved`: it was slightly past and is now. */
export type WakeTime =
  | { readonly kind: "due"; readonly at: Millis; readonly moved: boolean }
  | { readonly kind: "refused"; readonly why: "grammar" | "too_soon" | "too_late" | "past" };

/** Days, hours, minutes, in that order, each at most once; elapsed time, not calendar time. */
const RELATIVE = /^(?=\d)(?:(\d{1,5})d)?(?:(\d{1,5})h)?(?:(\d{1,5})m)?$/;

const ABSOLUTE = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);

/** `30m`, `2h`, `1h30m`, `3d`: 1 minute to 30 days from `now`. */
export function inTime(text: string, now: Millis): WakeTime {
  const match = RELATIVE.exec(text);
  if (match === null) return { kind: "refused", why: "grammar" };
  const [days, hours, minutes] = [1, 2, 3].map((group) => Number(match[group] ?? 0));
  const ms = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60_000;
  if (ms < limits.wakeMinMs) return { kind: "refused", why: "too_soon" };
  if (ms > limits.wakeMaxMs) return { kind: "refused", why: "too_late" };
  return { kind: "due", at: now + ms, moved: false };
}

/**
 * An RFC 3339 time with offset, seconds optional: 1 minute to 30 days from `now`. Up to two minutes past, or less than a
 * minute ahead, is moved to now.
 */
export function atTime(text: string, now: Millis): WakeTime {
  if (!ABSOLUTE.safeParse(text).success) return { kind: "refused", why: "grammar" };
  const at = Date.parse(text);
  if (at < now - limits.wakePastGraceMs) return { kind: "refused", why: "past" };
  if (at > now + limits.wakeMaxMs) return { kind: "refused", why: "too_late" };
  if (at <= now) return { kind: "due", at: now, moved: true };
  if (at < now + limits.wakeMinMs) return { kind: "refused", why: "too_soon" };
  return { kind: "due", at, moved: false };
}

/** The `when` of the other dialect: `now`, `+30m`, `+2h`, `+1d`, or an absolute time. */
export function whenTime(text: string, now: Millis): WakeTime {
  if (text === "now") return { kind: "due", at: now, moved: false };
  return text.startsWith("+") ? inTime(text.slice(1), now) : atTime(text, now);
}

/** What may be written, for the model. */
export const wakeTimeRules = {
  in: 'in: a delay such as "30m", "2h", "1h30m" or "3d", from 1 minute to 30 days',
  at: 'at: RFC 3339 with offset, such as "2026-07-18T09:00:00Z" or "2026-07-18T11:00+02:00", from 1 minute to 30 days ahead',
  when: 'when: "now", a delay such as "+30m", "+2h" or "+1d", or RFC 3339 with offset such as "2026-07-18T09:00Z"; at most 30 days ahead',
} as const;
