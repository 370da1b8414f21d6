import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLatePolicy } from "../../../../shared/domain/wakes/wake-late.ts";
import { atTime, durationMs, inTime, whenTime } from "../../../../shared/domain/wakes/wake-time.ts";

const now = Date.UTC(2026, 6, 18, 8, 30);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const due = (at: number, moved = false) => ({ kind: "due", at, moved });
const refused = (why: string) => ({ kind: "refused", why });

describe("a delay", () => {
  test.each([
    ["1m", minute],
    ["30m", 30 * minute],
    ["90m", 90 * minute],
    ["2h", 2 * hour],
    ["1h30m", 90 * minute],
    ["3d", 3 * day],
    ["1d2h3m", day + 2 * hour + 3 * minute],
    ["0d0h5m", 5 * minute],
    ["00030m", 30 * minute],
    ["25d", 25 * day],
    ["30d", 30 * day],
    ["43200m", 30 * day],
  ])("%s is that long", (text, ms) => {
    expect(inTime(text, now)).toEqual(due(now + ms));
  });

  test.each([
    ["0m", "too_soon"],
    ["0d", "too_soon"],
    ["30d1m", "too_late"],
    ["31d", "too_late"],
    ["721h", "too_late"],
    ["99999d", "too_late"],
  ])("%s is out of range", (text, why) => {
    expect(inTime(text, now)).toEqual(refused(why));
  });

  test.each(
    "1.5h|-5m|30|PT30M|in 30 min|1mo|30s|1m30|30m2h|1h1h|1h-30m|1e3m|+30m| 30m|30m |30M|30 m|1w|1h 30m|٣m|100000m|".split(
      "|",
    ),
  )("%j cannot be read", (text) => {
    expect(inTime(text, now)).toEqual(refused("grammar"));
  });

  test("with a line break behind it cannot be read", () => {
    expect(inTime("30m\n", now)).toEqual(refused("grammar"));
  });

  test("of days, hours and minutes is their sum, whatever they are", () => {
    const part = fc.integer({ min: 0, max: 99_999 });
    return fc.assert(
      fc.property(part, part, part, (d, h, m) => {
        expect(durationMs(`${d}d${h}h${m}m`)).toBe(d * day + h * hour + m * minute);
      }),
    );
  });

  test("is refused or lies between 1 minute and 30 days, whatever is written", () => {
    const text = fc.oneof(fc.string({ maxLength: 12 }), fc.stringMatching(/^[+]?(\d{1,6}[dhm]){0,4}$/));
    return fc.assert(
      fc.property(text, (written) => {
        const time = inTime(written, now);
        if (time.kind === "due") expect(time.at - now).toSatisfy((ms: number) => ms >= minute && ms <= 30 * day);
      }),
    );
  });
});

describe("an absolute time", () => {
  test.each([
    ["2026-07-18T09:00Z", "2026-07-18T09:00:00Z"],
    ["2026-07-18T09:00:00Z", "2026-07-18T09:00:00Z"],
    ["2026-07-18T09:00:00.5Z", "2026-07-18T09:00:00.500Z"],
    ["2026-07-18T14:45:00+05:45", "2026-07-18T09:00:00Z"],
    ["2026-07-18T14:45+05:45", "2026-07-18T09:00:00Z"],
    ["2026-07-17T23:00:00-10:00", "2026-07-18T09:00:00Z"],
  ])("%s is %s", (text, utc) => {
    expect(atTime(text, now)).toEqual(due(Date.parse(utc)));
  });

  test.each([
    "2026-07-18T09:00",
    "2026-07-18T09:00:00",
    "2026-07-18t09:00:00Z",
    "2026-07-18T09:00:00z",
    "2026-07-18 09:00:00Z",
    "2026-07-18",
    "2026-02-30T09:00:00Z",
    "2027-02-29T09:00:00Z",
    "2026-07-18T24:00:00Z",
    "2026-07-18T23:59:60Z",
    "2026-12-31T23:59:60Z",
    "2026-13-01T09:00:00Z",
    "2026-07-18T09:00:00+25:00",
    "2026-07-18T09:00:00+02",
    "2026-07-18T09:00:00+0200",
    "20260718T090000Z",
    "2026-07-18T09:00:00Z[Europe/Paris]",
    "+002026-07-18T09:00:00Z",
    "July 18, 2026",
    "tomorrow",
    "1",
    "1784365200",
    "now",
    "",
  ])("%j cannot be read", (text) => {
    expect(atTime(text, now)).toEqual(refused("grammar"));
  });

  test("on 29 February is read in a leap year", () => {
    const leap = Date.UTC(2028, 1, 28, 12);
    expect(atTime("2028-02-29T09:00:00Z", leap)).toEqual(due(Date.UTC(2028, 1, 29, 9)));
  });

  test.each([
    ["5 seconds past", -5_000, due(now, true)],
    ["exactly now", 0, due(now, true)],
    ["2 minutes past", -2 * minute, due(now, true)],
    ["2 minutes and 1 ms past", -2 * minute - 1, refused("past")],
    ["10 minutes past", -10 * minute, refused("past")],
    ["a year past", -365 * day, refused("past")],
    ["30 seconds ahead", 30_000, refused("too_soon")],
    ["1 minute less 1 ms ahead", minute - 1, refused("too_soon")],
    ["1 minute ahead", minute, due(now + minute)],
    ["30 days ahead", 30 * day, due(now + 30 * day)],
    ["30 days and 1 ms ahead", 30 * day + 1, refused("too_late")],
    ["a year ahead", 365 * day, refused("too_late")],
  ])("%s", (_what, offset, outcome) => {
    expect(atTime(new Date(now + offset).toISOString(), now)).toEqual(outcome);
  });
});

describe("the `when` of the other dialect", () => {
  test.each([
    ["now", due(now)],
    ["+30m", due(now + 30 * minute)],
    ["+2h", due(now + 2 * hour)],
    ["+1d", due(now + day)],
    ["1h30m", due(now + 90 * minute)],
    ["2026-07-18T09:00Z", due(Date.UTC(2026, 6, 18, 9))],
    ["+0m", refused("too_soon")],
    ["+31d", refused("too_late")],
    ["++30m", refused("grammar")],
    ["+-5m", refused("grammar")],
    ["+2026-07-18T09:00Z", refused("grammar")],
    ["Now", refused("grammar")],
    ["", refused("grammar")],
  ])("%j", (text, outcome) => {
    expect(whenTime(text, now)).toEqual(outcome);
  });
});

describe("a late policy", () => {
  test.each([
    ["fire", {}],
    ["drop", { fire_within_ms: 2 * minute }],
    ["fire_within: 30m", { fire_within_ms: 30 * minute }],
    ["fire_within:1h30m", { fire_within_ms: 90 * minute }],
    ["fire_within: 30d", { fire_within_ms: 30 * day }],
    ["fire_within: 0m", null],
    ["fire_within: 31d", null],
    ["fire_within", null],
    ["fire_within 30m", null],
    ["Fire", null],
    ["", null],
  ])("%j", (text, policy) => {
    expect(readLatePolicy(text)).toEqual(policy);
  });
});
