/** Text of the product that is replaced when its file is loaded. */
export type Edit = { readonly file: string; readonly find: string; readonly put: string };

/** A guard switched off. */
export type Mutant = {
  readonly name: string;
  /** What the system does without it. */
  readonly without: string;
  readonly edits: readonly Edit[];
};

/** One that needs a change in one place only. `[find, put]` */
export function mutant(name: string, without: string, file: string, [find, put]: readonly [string, string]): Mutant {
  return { name, without, edits: [{ file, find, put }] };
}

/** One whose guard stands in several places, because a race is told early where it can be. */
export const mutantOf = (name: string, without: string, ...edits: readonly Edit[]): Mutant => ({
  name,
  without,
  edits,
});

/** A condition that always holds, and still uses what it names: a table refuses values that nothing uses. */
export const idle = (condition: string): string => `(${condition} OR attribute_exists(pk))`;
