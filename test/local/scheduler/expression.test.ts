import { expect, test } from "vitest";
import { nextTime, parseExpression } from "../../../local/scheduler/expression.ts";

/** The next times of an expression, as text. */
function nextTimes(text: string, after: string, count: number, timeZone = "UTC"): string[] {
  const expression = parseExpression(text, timeZone);
  if (expression === undefined) throw new Error(`${text} is not valid`);
  const start = Date.parse(after);
  const found: string[] = [];
  let at: number | undefined = start;
  while (found.length < count) {
    at = nextTime(expression, at, start);
    if (at === undefined) break;
    found.push(new Date(at).toISOString().replace(":00.000Z", "Z"));
  }
  return found;
}

test("a one-time expression is read on the clocks of its zone", () => {
  expect(nextTimes("at(2026-07-01T09:00:00)", "2026-01-01T00:00:00Z", 2)).toEqual(["2026-07-01T09:00Z"]);
  expect(nextTimes("at(2026-07-01T09:00:00)", "2026-01-01T00:00:00Z", 1, "America/New_York")).toEqual([
    "2026-07-01T13:00Z",
  ]);
});

test("a rate counts from its beginning, whenever it is asked", () => {
  expect(nextTimes("rate(5 minutes)", "2026-01-01T00:02:00Z", 2)).toEqual(["2026-01-01T00:07Z", "2026-01-01T00:12Z"]);
  expect(nextTime({ kind: "rate", everyMs: 60_000 }, 1_000 + 150_000, 1_000)).toBe(1_000 + 180_000);
});

test.each([
  ["cron(0 9 * * ? *)", "2026-03-01T09:00:00Z", ["2026-03-02T09:00Z", "2026-03-03T09:00Z"]],
  ["cron(0/20 8-9 ? * MON-FRI *)", "2026-03-06T09:30:00Z", ["2026-03-06T09:40Z", "2026-03-09T08:00Z"]],
  ["cron(30 12 L * ? *)", "2026-02-01T00:00:00Z", ["2026-02-28T12:30Z", "2026-03-31T12:30Z"]],
  ["cron(0 0 15W * ? *)", "2026-08-01T00:00:00Z", ["2026-08-14T00:00Z", "2026-09-15T00:00Z"]],
  ["cron(0 0 ? * 2#1 *)", "2026-03-01T12:00:00Z", ["2026-03-02T00:00Z", "2026-04-06T00:00Z"]],
  ["cron(0 0 ? * FRIL *)", "2026-03-01T00:00:00Z", ["2026-03-27T00:00Z", "2026-04-24T00:00Z"]],
  ["cron(0 0 29 2 ? *)", "2026-01-01T00:00:00Z", ["2028-02-29T00:00Z", "2032-02-29T00:00Z"]],
  ["cron(0 0 1 1,7 ? 2027)", "2026-01-01T00:00:00Z", ["2027-01-01T00:00Z", "2027-07-01T00:00Z"]],
])("%s after %s is due at %j", (text, after, times) => {
  expect(nextTimes(text, after, 2)).toEqual(times);
});

test("a cron keeps its hour on the wall when clocks change, and skips an hour that does not exist", () => {
  expect(nextTimes("cron(0 9 * * ? *)", "2026-03-28T00:00:00Z", 2, "Europe/Berlin")).toEqual([
    "2026-03-28T08:00Z",
    "2026-03-29T07:00Z",
  ]);
  expect(nextTimes("cron(30 2 * * ? *)", "2026-03-28T12:00:00Z", 1, "Europe/Berlin")).toEqual(["2026-03-30T00:30Z"]);
});

test("an hour that comes twice counts once", () => {
  expect(nextTimes("cron(30 2 25 10 ? 2026)", "2026-10-24T00:00:00Z", 2, "Europe/Berlin")).toEqual([
    "2026-10-25T00:30Z",
  ]);
});

test.each([
  "at(2026-02-30T00:00:00)",
  "at(2026-02-28T24:00:00)",
  "at(2026-02-28T09:00:00Z)",
  "at(2026-02-28)",
  "rate(0 minutes)",
  "rate(5 seconds)",
  "cron(0 9 * * * *)",
  "cron(0 9 ? * ? *)",
  "cron(0 9 * * ?)",
  "cron(60 9 * * ? *)",
  "every day",
])("%s is not valid", (text) => {
  expect(parseExpression(text, "UTC")).toBeUndefined();
});
