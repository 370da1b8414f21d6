import { describe, expect, test } from "vitest";
import { flow, paced, percentile } from "../../../scripts/arrivals/flow.ts";
import { nineOClock, steady } from "../../../scripts/arrivals/scenes.ts";
import { seeded } from "../../support/seeded.ts";

const times = (...values: number[]) => new Float64Array(values);
const ofOne = (servers: number, seconds: number, ...arrivals: number[]) => [
  ...(flow(times(...arrivals), [{ station: { servers }, seconds: () => seconds }])[0] ?? []),
];

describe("a station", () => {
  test("serves one after the other, as many at once as it has servers", () => {
    expect(ofOne(1, 2, 0, 0, 0)).toEqual([2, 4, 6]);
    expect(ofOne(2, 2, 0, 0, 0, 0, 0)).toEqual([2, 2, 4, 4, 6]);
    expect(ofOne(1, 2, 0, 10, 10.5)).toEqual([2, 12, 14]);
  });

  test("serves who came first, whatever the order they are named in", () => {
    expect(ofOne(1, 1, 5, 0, 4.5)).toEqual([6.5, 1, 5.5]);
  });

  test("serves one that comes again behind those that wait", () => {
    const station = { servers: 1 };
    const visit = { station, seconds: () => 1 };
    const [first, second] = flow(times(0, 0.5), [visit, visit]);
    expect([...(first ?? [])]).toEqual([1, 2]);
    expect([...(second ?? [])]).toEqual([3, 4]);
  });

  test("keeps up with less than its servers can do, and with no more", () => {
    const at = Float64Array.from({ length: 2_000 }, (_, job) => job / 100);
    const wait = (servers: number) => {
      const [done] = flow(at, [{ station: { servers }, seconds: () => 0.1 }]);
      return percentile(
        (done ?? at).map((end, job) => end - (at[job] ?? 0)),
        1,
      );
    };
    // 100 jobs a second of 0.1 s each are the work of ten.
    expect(wait(10)).toBeCloseTo(0.1, 6);
    expect(wait(9)).toBeGreaterThan(2);
  });
});

test("what comes at once gets through at its rate", () => {
  expect([...paced(times(0, 0, 0, 10), 2)]).toEqual([0, 0.5, 1, 10]);
});

test("a percentile is one of the values", () => {
  expect([0, 0.5, 0.99, 1].map((share) => percentile(times(4, 1, 3, 2), share))).toEqual([1, 3, 4, 4]);
});

test("chance is even, and the same for the same seed", () => {
  const values = Array.from({ length: 10_000 }, seeded(7));
  expect(values).toEqual(Array.from({ length: 10_000 }, seeded(7)));
  expect(values.reduce((sum, one) => sum + one, 0) / values.length).toBeCloseTo(0.5, 1);
  expect(new Set(values).size).toBeGreaterThan(9_990);
});

describe("many wakes at one moment", () => {
  const concurrency = { fold: 20, task: 50, wake: 200 };
  const at = (spreadSeconds: number) => nineOClock({ wakes: 20_000, spreadSeconds, bellsPerSecond: 100, concurrency });

  test("are late by what Scheduler cannot ring in time, unless their bells are spread", () => {
    // 20,000 bells at 100 a second take 200 s; they begin 75 s early.
    expect(at(0).last).toBeGreaterThan(120);
    expect(at(720).last).toBeLessThan(1);
  });

  test("are not helped by bells when the function that looks at them is too small", () => {
    const few = { ...concurrency, wake: 1 };
    const { last } = nineOClock({ wakes: 20_000, spreadSeconds: 720, bellsPerSecond: 100, concurrency: few });
    expect(last).toBeCloseTo((20_000 * 0.03) / 10, 0);
  });
});

test("follow-ups wait when they bring more work than tasks may run at once, and only then", () => {
  const answered = (perSecond: number) =>
    steady({ perSecond, forSeconds: 120, concurrency: { fold: 20, task: 50, wake: 10 } }).answered.p99;
  expect(answered(3)).toBeLessThan(30);
  expect(answered(10)).toBeGreaterThan(60);
});
