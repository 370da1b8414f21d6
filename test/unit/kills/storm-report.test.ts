import { expect, test } from "vitest";
import { reportStorm } from "../../kills/storm-report.ts";

const wake = (id: number, more: object = {}) => ({
  followup_id: `fu_${id}`,
  status: "fired",
  rings: 1,
  runs: 1,
  rung_ms: id * 1000,
  fired_ms: id * 2000,
  ...more,
});

test("counts what fired once, and says what did not", () => {
  const wakes = [wake(1), wake(2, { runs: 2 }), wake(3, { runs: 0 }), wake(4, { status: "scheduled", runs: 0 })];
  expect(reportStorm(wakes)).toMatchObject({
    once: 1,
    wrong: [
      "fu_2 is fired and started 2 runs",
      "fu_3 is fired and started 0 runs",
      "fu_4 is scheduled and started 0 runs",
    ],
  });
});

test("tells the lateness of all, and of those that nobody rang apart", () => {
  const all = Array.from({ length: 100 }, (_, index) => wake(index + 1, { rings: index >= 90 ? 0 : 2 }));
  expect(reportStorm(all).lines).toEqual([
    "bells heard: 10 0x, 0 1x, 90 2x, 0 3x",
    "late, all, until it took its place: median 50.0 s, p99 99.0 s, last 100.0 s",
    "late, all, until its run started: median 100.0 s, p99 198.0 s, last 200.0 s",
    "late, no bell heard, until it took its place: median 95.0 s, p99 100.0 s, last 100.0 s",
    "late, no bell heard, until its run started: median 190.0 s, p99 200.0 s, last 200.0 s",
  ]);
});
