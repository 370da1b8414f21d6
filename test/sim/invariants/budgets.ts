import type { Host } from "../process.ts";
import { must } from "../violation.ts";
import { changed, type RunRow, type Written } from "./rows.ts";

type SpentRow = { readonly calls?: number; readonly tokens?: number };

/**
 * A version whose budget is used up asks the model nothing more, but for what was being asked at that moment: once for
 * each step that was at work.
 */
export function checkBudgets(machine: Host, written: Written): void {
  const { by, pk } = written;
  for (const { sk, before, after } of changed<SpentRow>(written, "SPENT")) {
    const key = pk + sk;
    const calls = (after?.calls ?? 0) - (before?.calls ?? 0);
    // The SDK may count twice what is answered once; that ends a run early, never late.
    if (calls > 0 && !by.repeats && isSpent(machine, before)) {
      const over = machine.lives.spent.get(key);
      const asked = (over?.asked.get(by.name) ?? 0) + calls;
      over?.asked.set(by.name, asked);
      const began = by.startedAt - (over?.at ?? 0);
      must(8, began <= 0, () => `${by.name} began ${began} ms after the budget ${sk} was spent, and asks the model`);
      must(8, asked <= by.messages, () => `${by.name} asks the model ${asked} times after the budget ${sk} was spent`);
    }
    const isFirst = isSpent(machine, after) && !machine.lives.spent.has(key);
    if (isFirst) machine.lives.spent.set(key, { at: machine.now, asked: new Map() });
  }
  for (const { before, after } of changed<RunRow>(written, "RUN"))
    machine.deeds.happened("budget_spent", before?.failure === undefined && after?.failure?.code === "budget_spent");
}

function isSpent({ settings: { budget } }: Host, spent: SpentRow | null): boolean {
  const { calls = 0, tokens = 0 } = spent ?? {};
  return calls >= budget.model_calls || tokens >= budget.tokens;
}
