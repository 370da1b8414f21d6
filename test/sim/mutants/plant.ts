import { registerHooks } from "node:module";
import type { Mutant } from "./mutant.ts";

/**
 * Puts a mutant into this process: from now on its file is loaded with the guard switched off. Call it before anything of
 * the product is imported. The file itself stays as it is. `root`: where the project is.
 */
export function plant(mutant: Mutant, root: URL): void {
  const files = new Map(mutant.edits.map(({ file }) => [new URL(file, root).href, file]));
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const file = files.get(url);
      if (file === undefined) return loaded;
      return { ...loaded, source: mutate(mutant, file, textOf(loaded.source)) };
    },
  });
}

const textOf = (source: unknown): string =>
  typeof source === "string" ? source : new TextDecoder().decode(source as Uint8Array);

/** The file with the mutant in it. @throws when the guard is not there any more: the mutant has to follow the code. */
export function mutate({ name, edits }: Mutant, file: string, text: string): string {
  return edits
    .filter((edit) => edit.file === file)
    .reduce((source, { find, put }) => {
      if (source.split(find).length !== 2) throw new Error(`mutant ${name}: not exactly once in ${file}: ${find}`);
      return source.replace(find, () => put);
    }, text);
}
