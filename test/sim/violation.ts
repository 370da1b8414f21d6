/** An invariant that does not hold: the end of the seed. */
export class Violation extends Error {
  /** Its number in design and `docs/invariants.md`; 0 for what the simulator itself expects. */
  readonly invariant: number;

  constructor(invariant: number, what: string) {
    super(`INV-${invariant} ${what}`);
    this.name = "Violation";
    this.invariant = invariant;
  }
}

/** @throws Violation unless it holds. */
export function must(invariant: number, holds: boolean, what: () => string): void {
  if (!holds) throw new Violation(invariant, what());
}

/** Errors that are nobody's fault but the code's. */
const blunders = ["TypeError", "RangeError", "ReferenceError", "SyntaxError", "ZodError", "ValidationException"];

/** Whether an error of this name says that the code is wrong, whatever went wrong around it. */
export const isBlunder = (name: string): boolean => blunders.includes(name);
