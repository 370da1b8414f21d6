import { expect, test } from "vitest";
import { contentionWait } from "../../../shared/domain/contention-wait.ts";

const tries = Array.from({ length: 40 }, (_, index) => index);
const almostOne = 1 - 2 ** -32;

test.each([
  { why: "conflict", most: [10, 20, 40, 80, 160, 320, 640, 1_000], last: 1_000 },
  { why: "throttled", most: [200, 400, 800, 1_600, 3_200, 4_000], last: 4_000 },
] as const)("a write waits for a $why up to twice as long each time, at most $last ms", ({ why, most, last }) => {
  expect(most.map((_, index) => contentionWait(why, index, almostOne))).toEqual(most);
  expect(contentionWait(why, 1_000, almostOne)).toBe(last);
});

test("anywhere below is as likely, and no wait is none", () => {
  for (const one of tries) {
    expect(contentionWait("conflict", one, 0)).toBe(1);
    const half = contentionWait("conflict", one, 0.5);
    expect(half).toBe(1 + contentionWait("conflict", one, almostOne) / 2);
  }
});
