import type { PlanNode } from "../../contracts/plan-records.ts";

/** The step, and its built-in cell, that schedules what a run's first words ask for later. */
export const PROMISE = "promise";

/**
 * A plan with the promise of the plan that it is made from: as it is, so that it is kept once whatever becomes of the plan.
 * It comes first, because of steps that nothing needs the last one is what a person reads.
 */
export function withPromise(nodes: readonly PlanNode[], from: readonly PlanNode[]): readonly PlanNode[] {
  const promise = from.find(({ cell_id }) => cell_id === PROMISE);
  // A plan of nothing is refused, also when something was promised.
  if (promise === undefined || nodes.length === 0) return nodes;
  return [promise, ...nodes.filter(({ step_id, cell_id }) => step_id !== PROMISE && cell_id !== PROMISE)];
}
