import { expect, test } from "vitest";
import { itemSize } from "../../../../shared/domain/sessions/item-size.ts";

test.each<[object, number]>([
  [{}, 0],
  [{ é: "é" }, 4],
  [{ a: true, b: null }, 4],
  [{ a: 1 }, 3],
  [{ a: 123 }, 4],
  [{ a: -123 }, 5],
  [{ a: new Set(["x", "yz"]) }, 4],
  [{ a: [] }, 4],
  [{ a: [1, "x"] }, 1 + 3 + (1 + 2) + (1 + 1)],
  [{ a: { b: "xyz" } }, 1 + 3 + (1 + 1 + 3)],
])("%j takes %i bytes", (item, bytes) => {
  expect(itemSize(item)).toBe(bytes);
});

test("a list of ones takes half as much again as its JSON", () => {
  const ones = Array<number>(1_000).fill(1);
  expect(itemSize({ ones }) / JSON.stringify(ones).length).toBeCloseTo(1.5, 1);
});
