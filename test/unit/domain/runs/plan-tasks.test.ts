import { expect, test } from "vitest";
import type { PlanNode, Revision } from "../../../../shared/contracts/plan-records.ts";
import { compareVersions, reusedIn, tasksOf, wholeVersion } from "../../../../shared/domain/runs/plan-tasks.ts";

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

const revision = (nodes: readonly PlanNode[], more: Partial<Revision>): Revision => ({
  session_id: "ses_01J00000000000000000000001",
  turn: 1,
  dag_version: 2,
  base_version: 1,
  nodes,
  brief: {},
  source_ids: [],
  added: [],
  reused: [],
  dropped: [],
  caused_by: [],
  committed_at: 0,
  ...more,
});

test("a task knows what was reused for it, and waits for the rest", () => {
  const nodes = [step("a"), step("b"), step("c", {}, ["a", "b"])];
  const [, , c] = tasksOf({ session_id: "ses_1", turn: 1, dag_version: 2 }, nodes, done("a"));
  expect(c).toMatchObject({ waiting_on: ["b"], reused_inputs: [{ step_id: "a", artifact_id: "art_a" }] });
});

test("a step is named by every step that needs it, in the order of the plan", () => {
  const nodes = [step("a"), step("c", {}, ["a"]), step("b", {}, ["a", "c"])];
  const tasks = tasksOf({ session_id: "ses_1", turn: 1, dag_version: 2 }, nodes, done());
  expect(tasks.map(({ dependants }) => dependants)).toEqual([["c", "b"], ["b"], []]);
});

test("a version is the rows of what has to run and, done, what it reuses, whatever rows there are of that", () => {
  const nodes = [step("a"), step("b", {}, ["a"])];
  const made = revision(nodes, { reused: ["a"], reused_artifacts: ["art_a"] });
  const [stray, b] = tasksOf(made, nodes, done());
  if (stray === undefined || b === undefined) throw new Error("no tasks");
  const whole = wholeVersion(made, [{ ...b, status: "running" }, stray, null]);
  expect(whole).toMatchObject([
    { step_id: "a", status: "done", artifact_id: "art_a", reused: true },
    { step_id: "b", status: "running" },
  ]);
});

test("of a version that does not say what its reused steps made, their rows do", () => {
  const nodes = [step("a"), step("b", {}, ["a"])];
  const old = revision(nodes, { reused: ["a"] });
  expect(reusedIn(old)).toEqual(new Map());
  const rows = tasksOf(old, nodes, done("a"));
  expect(wholeVersion(old, rows)).toEqual(rows);
});
