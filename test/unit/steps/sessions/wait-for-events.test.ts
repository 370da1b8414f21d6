import { expect, test } from "vitest";
import type { Mailbox } from "../../../../shared/contracts/records.ts";
import type { Clock } from "../../../../shared/ports/clock.ts";
import type { Reader } from "../../../../shared/ports/reader.ts";
import { waitForEvents } from "../../../../shared/steps/sessions/wait-for-events.ts";

const session_id = "ses_01J00000000000000000000001";
const mailbox = { session_id, seq: 0, entries: [] as Mailbox["entries"] } as Mailbox;

/** A session in which nothing happens, with a clock and a store that take their time. */
async function wait(more: { readonly pauseTakes: (ms: number) => number; readonly readTakes: () => number }) {
  let now = 1_000_000;
  let paused = 0;
  let looks = 0;
  const read = <T>(answer: T) => {
    looks += 1;
    now += more.readTakes();
    return Promise.resolve(answer);
  };
  const clock: Clock = {
    now: () => now,
    pause: async (ms) => {
      paused += ms;
      now += more.pauseTakes(ms);
    },
    every: () => () => undefined,
  };
  const reader = {
    mailbox: () => read({ ...mailbox, seq: looks }),
    events: () => read({ items: [], more: false }),
  } as unknown as Reader;
  const signal = new AbortController().signal;
  const range = { after: 0, turn: 1, limit: 10 };
  const history = await waitForEvents({ reader, clock }, mailbox, { range, waitMs: 20_000, signal });
  return { history, took: now - 1_000_000, paused, looks };
}

test.each([0, 40, 900, 3_000, 6_500])("reads of %i ms are part of the wait", async (ms) => {
  const { history, took, looks } = await wait({ pauseTakes: (pause) => pause, readTakes: () => ms });
  expect(history.events).toEqual([]);
  expect(took).toBeLessThanOrEqual(20_000);
  expect(took).toBeGreaterThan(20_000 - 2 * ms - 251);
  expect(looks).toBeGreaterThan(1);
});

test("one look that hangs ends the wait", async () => {
  let reads = 0;
  const readTakes = () => {
    reads += 1;
    return reads === 8 ? 8_000 : 10;
  };
  expect((await wait({ pauseTakes: (pause) => pause, readTakes })).took).toBeLessThanOrEqual(20_000);
});

test("a clock that stands still does not make it endless", async () => {
  const { paused } = await wait({ pauseTakes: () => 0, readTakes: () => 0 });
  expect(paused).toBe(20_000);
});

test("a clock that is moved ahead by hand ends it with a last look", async () => {
  const { paused, looks } = await wait({ pauseTakes: () => 86_400_000, readTakes: () => 0 });
  expect(paused).toBe(250);
  expect(looks).toBe(3);
});
