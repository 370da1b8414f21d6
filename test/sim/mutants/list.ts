import { lifeMutants } from "./life-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { runMutants } from "./run-mutants.ts";
import { sessionMutants } from "./session-mutants.ts";
import { wakeMutants } from "./wake-mutants.ts";

/** Every guard that is switched off, one at a time, to see that the simulator misses it. */
export const mutants: readonly Mutant[] = [...sessionMutants, ...runMutants, ...wakeMutants, ...lifeMutants];

/** @throws when there is none of this name. */
export function mutantNamed(name: string): Mutant {
  const found = mutants.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no mutant ${name}`);
  return found;
}
