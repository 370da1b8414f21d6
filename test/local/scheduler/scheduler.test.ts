import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Entry, Scheduler, type SchedulerOptions } from "../../../local/scheduler/scheduler.ts";

const start = Date.UTC(2026, 2, 1, 9);
const minute = 60_000;
const rung: string[] = [];

beforeEach(() => {
  rung.length = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

function aScheduler(different: Partial<SchedulerOptions> = {}): Scheduler {
  return new Scheduler({
    clock: { mode: "real", now: () => Date.now() },
    grain: "second",
    track: (ring) => ring(),
    deliver: (arn) => {
      rung.push(`${arn} ${(Date.now() - start) / minute}`);
      return Promise.resolve();
    },
    onTrouble: () => undefined,
    ...different,
  });
}

function anEntry(different: Partial<Entry>): Entry {
  return {
    key: "default/one",
    arn: "arn:aws:scheduler:us-east-1:000000000000:schedule/default/one",
    expression: { kind: "at", dueAt: start + minute },
    anchorMs: start,
    endMs: undefined,
    targetArn: "one",
    deadLetterArn: undefined,
    input: "{}",
    onCompleted: () => Promise.resolve(),
    ...different,
  };
}

test("a wait longer than a timer can hold ends on time", async () => {
  const scheduler = aScheduler();
  scheduler.arm(anEntry({ expression: { kind: "at", dueAt: start + 40 * 1_440 * minute } }));
  await vi.advanceTimersByTimeAsync(39 * 1_440 * minute);
  expect(rung).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_440 * minute);
  expect(rung).toEqual(["one 57600"]);
});

test("a bell that is due before the one waited for is not late", async () => {
  const scheduler = aScheduler();
  scheduler.arm(anEntry({ key: "a", targetArn: "late", expression: { kind: "at", dueAt: start + 10 * minute } }));
  scheduler.arm(anEntry({ key: "b", targetArn: "early", expression: { kind: "at", dueAt: start + 2 * minute } }));
  await vi.advanceTimersByTimeAsync(20 * minute);
  expect(rung).toEqual(["early 2", "late 10"]);
});

test("rings missed while the machine slept are not made up for", async () => {
  const scheduler = aScheduler();
  scheduler.arm(anEntry({ expression: { kind: "rate", everyMs: minute } }));
  await vi.advanceTimersByTimeAsync(2 * minute);
  vi.setSystemTime(start + 30 * minute);
  await vi.advanceTimersByTimeAsync(minute);
  await scheduler.stop(0);
  expect(rung).toEqual(["one 1", "one 2", "one 31"]);
});

test("a recurring schedule ends with its end date", async () => {
  const scheduler = aScheduler();
  scheduler.arm(anEntry({ expression: { kind: "rate", everyMs: minute }, endMs: start + 3 * minute }));
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(rung).toEqual(["one 1", "one 2", "one 3"]);
});

test("with the grain of a minute a bell rings within the minute after its time, never before", async () => {
  const scheduler = aScheduler({ grain: "minute" });
  scheduler.arm(anEntry({}));
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(rung).toEqual([]);
  await vi.advanceTimersByTimeAsync(minute);
  expect(rung).toHaveLength(1);
});

test("with the grain of a minute the input names the time the bell was due, not the one it rang at", async () => {
  const inputs: string[] = [];
  const scheduler = aScheduler({
    grain: "minute",
    deliver: (_, input) => {
      inputs.push(input, new Date().toISOString());
      return Promise.resolve();
    },
  });
  scheduler.arm(anEntry({ input: "<aws.scheduler.scheduled-time>" }));
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(inputs).toEqual(["2026-03-01T09:01:00Z", expect.stringMatching(/^2026-03-01T09:01:(?!00)/)]);
});

test("a virtual clock rings nothing by itself, and leaves out the ticks that would be in vain", async () => {
  let now = start;
  let idleUntil: number | undefined = start + 200 * minute + 1;
  const scheduler = aScheduler({ clock: { mode: "virtual", now: () => now } });
  scheduler.arm(
    anEntry({ expression: { kind: "rate", everyMs: minute }, idleUntil: () => Promise.resolve(idleUntil) }),
  );
  await vi.advanceTimersByTimeAsync(minute);
  expect(rung).toEqual([]);
  expect(await scheduler.nextDueAt()).toBe(start + 201 * minute);
  now = start + 201 * minute;
  await scheduler.release();
  expect(rung).toHaveLength(1);
  expect(await scheduler.nextDueAt()).toBe(start + 202 * minute);
  idleUntil = undefined;
  expect(await scheduler.nextDueAt()).toBeUndefined();
});

test("whoever stops it waits for a ring that is under way, until it is noted as rung", async () => {
  const taken = Promise.withResolvers<void>();
  const noted: string[] = [];
  const scheduler = aScheduler({ deliver: () => taken.promise });
  scheduler.arm(
    anEntry({
      onCompleted: () => {
        noted.push("one");
        return Promise.resolve();
      },
    }),
  );
  await vi.advanceTimersByTimeAsync(minute);
  const notedAtTheEnd = scheduler.stop(2_000).then(() => [...noted]);
  taken.resolve();
  expect(await notedAtTheEnd).toEqual(["one"]);
});

test("a target that never answers is waited for no longer than was said", async () => {
  const scheduler = aScheduler({ deliver: () => new Promise(() => undefined) });
  scheduler.arm(anEntry({}));
  await vi.advanceTimersByTimeAsync(minute);
  let hasStopped = false;
  const stopped = scheduler.stop(2_000).then(() => {
    hasStopped = true;
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(hasStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await stopped;
});

test("nothing rings once it was stopped, however far the clock is moved", async () => {
  let now = start;
  const scheduler = aScheduler({ clock: { mode: "virtual", now: () => now } });
  scheduler.arm(anEntry({}));
  await scheduler.stop(0);
  now = start + 2 * minute;
  await scheduler.release();
  expect(rung).toEqual([]);
});
