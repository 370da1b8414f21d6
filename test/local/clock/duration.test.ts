import { expect, test } from "vitest";
import { parseDuration, parseInstant } from "../../../local/clock/duration.ts";

test.each([
  ["30s", 30_000],
  ["5m", 300_000],
  ["1h30m", 5_400_000],
  ["3d", 259_200_000],
  ["1d2h3m4s", 93_784_000],
])("%s is %d ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(["", "5", "m", "30m1h", "1h1h", "-5m", "1.5h", " 5m", "5 m"])("%j is not a duration", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test("a time needs an offset", () => {
  expect(parseInstant("2026-03-01T09:00:00Z")).toBe(Date.UTC(2026, 2, 1, 9));
  expect(parseInstant("2026-03-01T09:00+02:00")).toBe(Date.UTC(2026, 2, 1, 7));
  expect(parseInstant("2026-03-01T09:00:00")).toBeUndefined();
  expect(parseInstant("tomorrow")).toBeUndefined();
});
