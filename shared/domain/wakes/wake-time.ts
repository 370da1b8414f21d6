import { limits } from "../../contracts/limits.ts";
import { OffsetTime } from "../../contracts/offset-time.ts";

/** A due time in epoch milliseconds, or why it is none. `moved`: it was slightly past and is now. */
export type WakeTime =
  | { readonly kind: "due"; readonly at: number; readonly moved: boolean }
  | { readonly kind: "refused"; readonly why: "grammar" | "too_soon" | "too_late" | "past" };

/** Days, hours, minutes, in that order, each at most once; elapsed time, not calendar time. */
const DURATION = /^(?=\d)(?:(\d{1,5})d)?(?:(\d{1,5})h)?(?:(\d{1,5})m)?$/;

/** Milliseconds of `30m`, `2h`, `1h30m` or `3d`; null when it is not written like that. */
export function durationMs(text: string): number | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const [days = 0, hours = 0, minutes = 0] = [1, 2, 3].map((group) => Number(match[group] ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60_000;
}

/** `30m`, `2h`, `1h30m`, `3d`: 1 minute to 30 days from `now`. */
export function inTime(text: string, now: number): WakeTime {
  const ms = durationMs(text);
  if (ms === null) return { kind: "refused", why: "grammar" };
  if (ms < limits.wakeMinMs) return { kind: "refused", why: "too_soon" };
  if (ms > limits.wakeMaxMs) return { kind: "refused", why: "too_late" };
  return { kind: "due", at: now + ms, moved: false };
}

/**
 * An RFC 3339 time with offset, seconds optional: 1 minute to 30 days from `now`. Up to two minutes past is moved to now,
 * because the one who wrote it had no exact clock.
 */
export function atTime(text: string, now: number): WakeTime {
  const at = OffsetTime.safeParse(text).success ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return { kind: "refused", why: "grammar" };
  if (at < now - limits.wakePastGraceMs) return { kind: "refused", why: "past" };
  if (at > now + limits.wakeMaxMs) return { kind: "refused", why: "too_late" };
  if (at <= now) return { kind: "due", at: now, moved: true };
  if (at < now + limits.wakeMinMs) return { kind: "refused", why: "too_soon" };
  return { kind: "due", at, moved: false };
}

/** The `when` of the other dialect: `now`, a delay with or without `+`, or an absolute time. */
export function whenTime(text: string, now: number): WakeTime {
  if (text === "now") return { kind: "due", at: now, moved: false };
  const delay = text.startsWith("+") ? text.slice(1) : text;
  return text.startsWith("+") || durationMs(delay) !== null ? inTime(delay, now) : atTime(text, now);
}

/** What may be written, for the model. */
export const wakeTimeRules = {
  in: 'in: a delay such as "30m", "2h", "1h30m" or "3d", from 1 minute to 30 days',
  at: 'at: RFC 3339 with offset, such as "2026-07-18T09:00:00Z" or "2026-07-18T11:00+02:00", from 1 minute to 30 days ahead',
  when: 'when: "now", a delay such as "+30m", "+2h" or "+1d", or RFC 3339 with offset such as "2026-07-18T09:00Z"; from 1 minute to 30 days ahead, or now',
} as const;
