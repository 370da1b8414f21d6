import type { OpsClient } from "./client.ts";
import { OpsProblem } from "./ops-problem.ts";

/** The options of the command line, as they were given. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** What a command is given. */
export interface Given {
  readonly client: OpsClient;
  readonly words: readonly string[];
  readonly options: Options;
}

/** What a command found or did: for programs, and for people. `failed`: what it looked at is not as it should be. */
export interface Told {
  readonly json: unknown;
  readonly text: string;
  readonly failed?: boolean;
}

/** One command. `usage` is what follows its name. */
export interface Command {
  readonly usage: string;
  readonly says: string;
  run(given: Given): Promise<Told>;
}

/** The word at `place`. @throws OpsProblem when it is missing. */
export function word({ words }: Given, place: number, name: string): string {
  const found = words[place];
  if (found === undefined) throw new OpsProblem(`<${name}> is missing.`, 2);
  return found;
}

/** An option with a value; undefined when it was not given. */
export function option({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** An option that the command cannot do without. @throws OpsProblem */
export function needed(given: Given, name: string): string {
  const value = option(given, name);
  if (value === undefined) throw new OpsProblem(`--${name} is missing.`, 2);
  return value;
}

/** A number, or null for `default`. @throws OpsProblem */
export function limit(given: Given, name: string): number | null | undefined {
  const value = option(given, name);
  if (value === undefined) return undefined;
  if (value === "default") return null;
  if (!/^\d+$/.test(value)) throw new OpsProblem(`--${name} must be a whole number or default, not ${value}.`, 2);
  return Number(value);
}
