import { expect, test } from "vitest";
import { derivedUlid } from "../../../../shared/domain/digest.ts";
import { bellTime } from "../../../../shared/domain/wakes/bell-time.ts";

const now = Date.UTC(2026, 6, 18, 8, 0);
const nine = Date.UTC(2026, 6, 18, 9, 0);
const wake = (index: number, fires_at = nine) => ({
  followup_id: `fu_${derivedUlid(`wake ${index}`)}` as const,
  fires_at,
});

test("bells of wakes that are due at once ring evenly over twelve minutes before", () => {
  const minutes = Array.from({ length: 12 }, () => 0);
  for (let index = 0; index < 12_000; index += 1) {
    const lead = nine - bellTime(wake(index), now);
    expect(lead).toBeGreaterThanOrEqual(75_000);
    // SQS holds a message for 15 minutes at most, and a bell may ring as soon as its minute begins.
    expect(lead).toBeLessThan(840_000);
    expect(lead % 1000).toBe(0);
    const minute = Math.floor((lead - 75_000) / 60_000);
    minutes[minute] = (minutes[minute] ?? 0) + 1;
  }
  for (const count of minutes) expect(count).toSatisfy((one: number) => one > 850 && one < 1150);
});

test("the same wake has the same bell, however often it is set", () => {
  expect(bellTime(wake(1), now)).toBe(bellTime(wake(1), now + 60_000));
});

test("the bell of a wake that is due just beyond SQS's delay is not set in a hurry", () => {
  for (const waitMs of [900_001, 901_000, 930_500, 1_000_000, 1_700_000]) {
    for (let index = 0; index < 50; index += 1) {
      expect(bellTime(wake(index, now + waitMs), now) - now).toBeGreaterThanOrEqual(825_000);
    }
  }
});
