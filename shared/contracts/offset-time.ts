import * as z from "zod";

/** RFC 3339 with an offset, seconds optional: `2026-07-18T09:00Z`, `2026-07-18T11:00:00.5+02:00`. Upper-case T and Z only. */
export const OffsetTime = z
  .union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })])
  .refine(hasFourDigits, "must be in the years 0000 to 9999 in UTC, too");

/** With its offset it may be in a year that RFC 3339 cannot say. */
function hasFourDigits(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 0 && year <= 9999;
}
