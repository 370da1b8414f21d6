import type { RunBudget } from "../../contracts/budget.ts";
import type { Spent } from "../../contracts/records.ts";

/** What of a budget is used up; null while something of everything is left. */
export function overBudget(spent: Spent, budget: RunBudget): keyof RunBudget | null {
  if (spent.calls >= budget.model_calls) return "model_calls";
  if (spent.tokens >= budget.tokens) return "tokens";
  return overTime(spent, budget);
}

/** What of a budget is used up for a step that may need no model. */
export const overTime = (spent: Spent, budget: RunBudget): "minutes" | null =>
  spent.work_ms >= budget.minutes * 60_000 ? "minutes" : null;
