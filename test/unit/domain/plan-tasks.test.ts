import { expect, test } from "vitest";
import type { PlanNode } from "../../../shared/contracts/plan-records.ts";
import { compareVersions } from "../../../shared/domain/plan-tasks.ts";

const step = (step_id: string, args: Record<string, string> = {}, depends_on: readonly string[] = []): PlanNode => ({
  step_id,
  cell_id: "cell",
  title: step_id,
  args,
  depends_on,
});
const done = (...steps: readonly string[]) => new Map(steps.map((name) => [name, { artifact_id: `art_${name}` }]));

test.each([
  { when: "it was not in the version before", before: [], now: [step("a")], because: "new" },
  { when: "its arguments differ", before: [step("a", { x: "1" })], now: [step("a", { x: "2" })], because: "changed" },
  { when: "it was still at work", before: [step("a")], now: [step("a")], because: "unfinished" },
])("a step has to run when $when: $because", ({ before, now, because }) => {
  expect(compareVersions(before, now, done()).added).toEqual([{ step_id: "a", because }]);
});

test("a step behind a changed one has changed inputs, behind an unfinished one it is unfinished too", () => {
  const before = [step("a", { x: "1" }), step("b"), step("behind-a", {}, ["a"]), step("behind-b", {}, ["b"])];
  const now = [step("a", { x: "2" }), ...before.slice(1)];
  expect(compareVersions(before, now, done()).added).toEqual([
    { step_id: "a", because: "changed" },
    { step_id: "b", because: "unfinished" },
    { step_id: "behind-a", because: "inputs_changed" },
    { step_id: "behind-b", because: "unfinished" },
  ]);
});

test("what is reused is not added, and what is gone is dropped", () => {
  const compared = compareVersions([step("a"), step("b")], [step("a"), step("c")], done("a"));
  expect(compared).toEqual({ added: [{ step_id: "c", because: "new" }], reused: ["a"], dropped: ["b"] });
});
