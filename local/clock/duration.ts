const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 } as const;
const pattern = /^(?=\d)(?:(\d{1,5})d)?(?:(\d{1,6})h)?(?:(\d{1,7})m)?(?:(\d{1,8})s)?$/;

/** Milliseconds of a duration such as `30s`, `5m`, `1h30m` or `3d`: units once each, largest first. */
export function parseDuration(text: string): number | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, days, hours, minutes, seconds] = match;
  return (
    Number(days ?? 0) * unitMs.d +
    Number(hours ?? 0) * unitMs.h +
    Number(minutes ?? 0) * unitMs.m +
    Number(seconds ?? 0) * unitMs.s
  );
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Epoch milliseconds of an RFC 3339 time with an offset; anything else is undefined. */
export function parseInstant(text: string): number | undefined {
  if (!instant.test(text)) return undefined;
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? undefined : parsed;
}
