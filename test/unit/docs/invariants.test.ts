import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mutants } from "../../sim/mutants/list.ts";

const root = join(import.meta.dirname, "../../..");
const document = readFileSync(join(root, "docs/invariants.md"), "utf8");
const numbers = [...document.matchAll(/^## (INV-\d+) /gm)].map(([, number]) => number ?? "");
const tests = globSync("test/**/*.test.ts", { cwd: root })
  .filter((file) => file !== "test/unit/docs/invariants.test.ts")
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n");

test("the ten invariants are numbered without a gap", () => {
  expect(numbers).toEqual(Array.from({ length: 10 }, (_, index) => `INV-${index + 1}`));
});

test.each(numbers)("%s has a test that names it", (number) => {
  expect(tests).toMatch(new RegExp(`["'\`]${number} `));
});

test("every file that the document names is there", () => {
  const named = [...document.matchAll(/`((?:shared|test|functions)\/[\w./-]+)`/g)].map(([, file]) => file ?? "");
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("every mutant is named once, and every invariant has one", () => {
  const lists = document.split(/^## /m).map((section) => section.split("\n- mutants:")[1]?.matchAll(/`([\w-]+)`/g));
  const named = lists.slice(1).map((list) => [...(list ?? [])].map(([, name]) => name ?? ""));
  expect(named.flat().toSorted()).toEqual(mutants.map(({ name }) => name).toSorted());
  expect(named.map((names) => names.length > 0)).toEqual(numbers.map(() => true));
});
