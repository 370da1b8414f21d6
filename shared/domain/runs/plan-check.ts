import { mayBeStored, storable } from "../../contracts/bounded-json.ts";
import type { JsonObject } from "../../contracts/json.ts";
import { limits } from "../../contracts/limits.ts";
import type { PlanNode } from "../../contracts/plan-records.ts";

/** What a plan may use: the schema check of each cell's arguments by cell id; it returns what is wrong, or the arguments to keep. */
export type CellCheck = (
  args: JsonObject,
) => { readonly ok: true; readonly args: JsonObject } | { readonly ok: false; readonly why: string };

export type PlanOutcome =
  | { readonly kind: "good"; readonly nodes: readonly PlanNode[] }
  | { readonly kind: "bad"; readonly faults: readonly string[] };

/** The last node of every DAG. It is no cell: it hands the delivery to the person. */
export const DELIVER = "deliver";

const STEP_ID = /^[a-z0-9][a-z0-9:_-]{0,99}$/;

/**
 * Checks a plan and completes it: duplicate step ids collapse to the latest, arguments are parsed, `deliver` is put behind
 * the steps that nothing else needs. Faults are sentences for whoever made the plan, the model included.
 */
export function checkPlan(proposed: readonly PlanNode[], cells: ReadonlyMap<string, CellCheck>): PlanOutcome {
  const steps = collapse(proposed.filter((node) => node.step_id !== DELIVER && node.cell_id !== DELIVER));
  if (steps.length === 0) return { kind: "bad", faults: ["the plan has no steps"] };
  if (steps.length >= limits.stepsPerRevision) {
    return {
      kind: "bad",
      faults: [`the plan has ${steps.length} steps; at most ${limits.stepsPerRevision - 1} are allowed`],
    };
  }
  const faults: string[] = [];
  const known = new Set(steps.map((step) => step.step_id));
  const nodes = steps.map((step) => checkStep(step, known, cells, faults));
  if (faults.length === 0 && inOrder(nodes) === null) faults.push("the steps depend on each other in a circle");
  if (faults.length > 0) return { kind: "bad", faults };
  const ordered = inOrder(nodes) ?? [];
  return { kind: "good", nodes: [...ordered, deliverNode(ordered)] };
}

/** The latest of each step id, at the place of the latest. */
function collapse(nodes: readonly PlanNode[]): readonly PlanNode[] {
  const latest = new Map<string, PlanNode>();
  for (const node of nodes) {
    latest.delete(node.step_id);
    latest.set(node.step_id, node);
  }
  return [...latest.values()];
}

function checkStep(
  step: PlanNode,
  known: ReadonlySet<string>,
  cells: ReadonlyMap<string, CellCheck>,
  faults: string[],
): PlanNode {
  const name = `step "${step.step_id}"`;
  if (!STEP_ID.test(step.step_id)) faults.push(`${name}: a step id is 1 to 100 of a-z, 0-9, ":", "_" and "-"`);
  for (const needed of step.depends_on) {
    if (!known.has(needed)) faults.push(`${name} depends on "${needed}", which is not a step of the plan`);
  }
  const check = cells.get(step.cell_id);
  if (check === undefined) {
    faults.push(`${name}: there is no cell "${step.cell_id}"; the cells are ${[...cells.keys()].join(", ")}`);
    return step;
  }
  const checked = check(step.args);
  if (!checked.ok) faults.push(`${name}: arguments of ${step.cell_id}: ${checked.why}`);
  const args = checked.ok ? checked.args : step.args;
  if (!mayBeStored(args)) faults.push(`${name}: arguments must have ${storable}`);
  return { ...step, args, depends_on: [...new Set(step.depends_on)] };
}

/** The nodes with every step behind those it depends on, otherwise as they were; null if there is a circle. */
function inOrder(nodes: readonly PlanNode[]): readonly PlanNode[] | null {
  const ordered: PlanNode[] = [];
  const placed = new Set<string>();
  let left = nodes;
  while (left.length > 0) {
    const ready = left.filter((node) => node.depends_on.every((needed) => placed.has(needed)));
    if (ready.length === 0) return null;
    for (const node of ready) placed.add(node.step_id);
    ordered.push(...ready);
    left = left.filter((node) => !placed.has(node.step_id));
  }
  return ordered;
}

/** Steps that no other step depends on. */
export function sinks(nodes: readonly PlanNode[]): readonly PlanNode[] {
  const needed = new Set(nodes.flatMap((node) => node.depends_on));
  return nodes.filter((node) => !needed.has(node.step_id));
}

function deliverNode(nodes: readonly PlanNode[]): PlanNode {
  return {
    step_id: DELIVER,
    cell_id: DELIVER,
    title: "Deliver the result",
    args: {},
    depends_on: sinks(nodes).map((node) => node.step_id),
  };
}
