/** A wall-clock time; months count from 1. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}

/** True for a zone that the tz database knows. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** What clocks on the wall show at `epochMs`. */
export function wallTimeAt(epochMs: number, timeZone: string): WallTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(epochMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return {
    year: part("year"),
    month: part("month"),
    day: part("day"),
    hour: part("hour"),
    minute: part("minute"),
    second: part("second"),
  };
}

function asUtc(wall: WallTime): number {
  return Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);
}

/**
 * The moment at which clocks on the wall show `wall`. Where clocks go back and show it twice, the first; where they go
 * forward and never show it, undefined.
 */
export function epochOf(wall: WallTime, timeZone: string): number | undefined {
  const naive = asUtc(wall);
  if (timeZone === "UTC") return naive;
  // Offsets are at most 14 h, and a zone changes its offset by no more than a few hours at once.
  const offsets = [naive - 86_400_000, naive + 86_400_000].map((at) => asUtc(wallTimeAt(at, timeZone)) - at);
  const candidates = offsets.map((offset) => naive - offset).filter((at) => asUtc(wallTimeAt(at, timeZone)) === naive);
  return candidates.length === 0 ? undefined : Math.min(...candidates);
}
