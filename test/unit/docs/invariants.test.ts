import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

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
