import { expect, test } from "vitest";
import { defineAgent } from "../../../shared/agents/define-agent.ts";
import { WakeUp } from "../../../shared/contracts/wake-up.ts";
import { memoAgent } from "../../support/memo-agent.ts";

const morning = { name: "morning", cron: "0 7 ? * MON-FRI *", time_zone: "Europe/Berlin", input: "Look what is new." };

test("a wake-up has six cron fields, a zone and something to do; UTC if no zone is named", () => {
  expect(WakeUp.parse(morning)).toEqual(morning);
  const { time_zone: _, ...without } = morning;
  expect(WakeUp.parse({ ...without, cron: "0/15 * L * ? 2026-2030" }).time_zone).toBe("UTC");
});

test.each([
  { what: "five fields", more: { cron: "0 7 * * 1" } },
  { what: "a rate", more: { cron: "rate(5 minutes)" } },
  { what: "a function around the fields", more: { cron: "cron(0 7 ? * MON *)" } },
  { what: "a zone that is none", more: { time_zone: "Mars/Olympus" } },
  { what: "nothing to do", more: { input: " " } },
  { what: "a name that is no slug", more: { name: "In the morning" } },
  { what: "an unknown member", more: { every: "day" } },
])("$what is refused", ({ more }) => {
  expect(WakeUp.safeParse({ ...morning, ...more }).success).toBe(false);
});

test("an agent names each of its wake-ups differently", () => {
  const waking = (...wake_up: (typeof morning)[]) =>
    defineAgent({ ...memoAgent([]), wake_up } as Parameters<typeof defineAgent>[0]);
  const again = { ...morning, cron: "0 17 ? * MON-FRI *" };
  expect(() => waking(morning, again)).toThrow("two of its wake-ups");
  expect(waking(morning, { ...again, name: "evening" }).wake_up).toHaveLength(2);
});
