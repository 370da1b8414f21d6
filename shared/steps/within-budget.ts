import type { RunBudget } from "../contracts/budget.ts";
import { limits } from "../contracts/limits.ts";
import type { Run, Spent } from "../contracts/records.ts";
import { overBudget, overTime } from "../domain/over-budget.ts";
import { Fault, isFault } from "../errors/fault.ts";
import type { Model } from "../ports/model.ts";
import type { Ports } from "../ports/ports.ts";

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
 * `work` gets a model that counts what is used, and a signal that aborts when the time is over.
 * @throws Fault `step_timed_out` (retry), `budget_spent` (reject), and whatever `work` throws.
 */
export async function withinBudget<T>(
  ports: BudgetPorts,
  spending: Spending,
  outer: AbortSignal,
  work: (model: Model, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { clock, runs } = ports;
  const { run } = spending;
  endFor(overTime(spending.spent, spending.budget));
  const began = clock.now();
  const ended = new AbortController();
  const end = () => ended.abort();
  if (outer.aborted) end();
  outer.addEventListener("abort", end, { once: true });
  const overtime = Promise.withResolvers<never>();
  const stop = clock.every(limits.renewMs, () => {
    if (clock.now() - began < limits.stepMs) return;
    end();
    overtime.reject(new Fault("step_timed_out", "retry", { turn: run.turn }));
  });
  let isOutage = false;
  try {
    const working = work(countedModel(ports, spending), ended.signal);
    return await Promise.race([working, overtime.promise]);
  } catch (error) {
    // Waiting for a model that is down is no work: how long it may take is not the budget's to say.
    isOutage = isFault(error) && error.code === "model_unavailable";
    throw error;
  } finally {
    stop();
    outer.removeEventListener("abort", end);
    // No function is at it for longer; whatever a clock says beyond that is not work.
    const work_ms = Math.min(clock.now() - began, limits.stepMs);
    if (!isOutage && work_ms >= COUNTED_MS) await runs.spend(run, { calls: 0, tokens: 0, work_ms });
  }
}

/** The model, with every call counted for the run as soon as it is answered, and none made that is over the budget. */
function countedModel({ model, runs }: BudgetPorts, { run, budget, spent }: Spending): Model {
  let now = spent;
  return {
    call: async (request) => {
      endFor(overBudget(now, budget));
      const reply = await model.call(request);
      const { input_tokens, output_tokens, calls } = reply.usage;
      now = await runs.spend(run, { calls, tokens: input_tokens + output_tokens, work_ms: 0 });
      return reply;
    },
  };
}
