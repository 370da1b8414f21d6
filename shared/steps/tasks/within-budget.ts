import type { RunBudget } from "../../contracts/budget.ts";
import { limits } from "../../contracts/limits.ts";
import type { Run, Spent } from "../../contracts/records.ts";
import { overBudget, overTime } from "../../domain/runs/over-budget.ts";
import { Fault, isFault } from "../../errors/fault.ts";
import type { Model } from "../../ports/model.ts";
import type { Ports } from "../../ports/ports.ts";
import { untilAborted } from "./bounded-model.ts";
import { withinTime } from "./within-time.ts";

type BudgetPorts = Pick<Ports, "runs" | "clock" | "model">;

/** Whose budget, what it is, and what was used of it when the work began. */
export type Spending = { readonly run: Run; readonly budget: RunBudget; readonly spent: Spent };

/** Attempts shorter than this count nothing: a runaway is not made of them, and each count is a write. */
const COUNTED_MS = 1_000;

/** @throws Fault `budget_spent` (reject) when there is a reason. */
function endFor(reason: ReturnType<typeof overBudget>): void {
  if (reason !== null) throw new Fault("budget_spent", "reject", { reason });
}

/**
 * Lets a step work within its run's budget and within the time of one attempt, which is shorter than its function has.
 * `work` gets a model that counts what is used, and a signal that aborts when the time is over or `held` aborts; from then
 * on the model is not asked any more.
 * @throws Fault `step_timed_out` (retry), `budget_spent` (reject), and whatever `work` throws.
 */
export async function withinBudget<T>(
  ports: BudgetPorts,
  spending: Spending,
  held: AbortSignal,
  work: (model: Model, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { clock, runs } = ports;
  const { run } = spending;
  endFor(overTime(spending.spent, spending.budget));
  const began = clock.now();
  let isOutage = false;
  try {
    return await withinTime(clock, { held, turn: run.turn }, (signal) =>
      work(untilAborted(countedModel(ports, spending), signal), signal),
    );
  } catch (error) {
    // Waiting for a model that is down is no work: how long it may take is not the budget's to say.
    isOutage = isFault(error) && error.code === "model_unavailable";
    throw error;
  } finally {
    // No function is at it for longer; whatever a clock says beyond that is not work.
    const work_ms = Math.min(clock.now() - began, limits.stepMs);
    if (!isOutage && work_ms >= COUNTED_MS) await runs.spend(run, { calls: 0, tokens: 0, work_ms });
  }
}

/**
 * The model, with every call counted for the run as soon as it is answered, and none made that is over the budget: that one
 * throws Fault `budget_spent` (reject).
 */
export function countedModel({ model, runs }: Pick<Ports, "runs" | "model">, { run, budget, spent }: Spending): Model {
  let now = spent;
  return {
    call: async (request, bounds) => {
      endFor(overBudget(now, budget));
      const reply = await model.call(request, bounds);
      const { input_tokens, output_tokens, calls } = reply.usage;
      now = await runs.spend(run, { calls, tokens: input_tokens + output_tokens, work_ms: 0 });
      return reply;
    },
  };
}
