import type { RunBudget } from "../../shared/contracts/budget.ts";
import type { Dice } from "./dice.ts";

/** Guardrails of an agent, as it is declared in `sim-agents.ts`: wakes in a chain, and pending ones in a session. */
export function simLimits(agent: string): { readonly depth: number; readonly pending: number } {
  return agent === "jotter" ? { depth: 2, pending: 2 } : { depth: 3, pending: 3 };
}

/** Whose sessions the agents' wake-ups run in. */
export const wakeUpOwner = "wake-ups";

/** What is set for the deployment of one seed. */
export type Settings = {
  /** After how long without use a session expires; null for never. */
  readonly keepMs: number | null;
  /** Of one version of a run. */
  readonly budget: RunBudget;
};

const ample: RunBudget = { model_calls: 1_000, tokens: 10_000_000, minutes: 120 };

/** Most seeds keep sessions for ever and give runs all they want. */
export function settingsOf(dice: Dice): Settings {
  return {
    keepMs: dice.pick([null, null, null, null, null, null, 1_200_000]),
    budget: { ...ample, ...dice.pick([{}, {}, {}, { model_calls: 2 }, { tokens: 2 }, { minutes: 0.2 }]) },
  };
}
