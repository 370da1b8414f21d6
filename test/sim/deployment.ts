/** Guardrails of an agent, as it is declared in `sim-agents.ts`: wakes in a chain, and pending ones in a session. */
export function simLimits(agent: string): { readonly depth: number; readonly pending: number } {
  return agent === "jotter" ? { depth: 2, pending: 2 } : { depth: 3, pending: 3 };
}

/** Whose sessions the agents' wake-ups run in. */
export const wakeUpOwner = "wake-ups";
