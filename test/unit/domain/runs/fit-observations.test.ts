import { expect, test } from "vitest";
import { fitObservations } from "../../../../shared/domain/runs/fit-observations.ts";

const texts = (count: number, length = 10) =>
  Array.from({ length: count }, (_, index) => String(index).padEnd(length, "x"));

test("what was asked of a general agent stays as it is while it is short", () => {
  const asked = { objective: "find it", follow_ups: texts(40) };
  expect(fitObservations(asked)).toEqual(asked);
});

test("the oldest follow-ups leave first, by their number and by their length together", () => {
  expect(fitObservations({ objective: "o", follow_ups: texts(2000) }).follow_ups).toEqual(texts(2000).slice(-40));
  expect(fitObservations({ objective: "o", follow_ups: texts(10, 3_000) }).follow_ups).toEqual(
    texts(10, 3_000).slice(-5),
  );
});

test("long texts keep their beginning, and the last follow-up always stays", () => {
  const fitted = fitObservations({ objective: "o".repeat(300_000), follow_ups: ["a", "é".repeat(200_000)] });
  expect(fitted.objective).toBe(`${"o".repeat(15_999)}…`);
  expect(fitted.follow_ups).toEqual(["a", `${"é".repeat(3_999)}…`]);
  expect(fitObservations({ objective: "o", follow_ups: [...texts(5, 4_000), "last"] }).follow_ups.at(-1)).toBe("last");
});
