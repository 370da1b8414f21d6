import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A document of `docs/`. */
export const documentOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../../../docs", name), "utf8");

/** The rows of the table whose heading begins with these words, as their cells. @throws when there is no such table. */
export function rowsOf(document: string, heading: string): readonly (readonly string[])[] {
  const lines = document.split("\n");
  const at = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  if (at < 0) throw new Error(`no table begins with "${heading}"`);
  const rows = lines.slice(at + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end < 0 ? rows.length : end).map((row) =>
    row
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What stands as code in a text, such as `run_id`. */
export const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);

/** What stands as code in the first column of a table. */
export const namesOf = (document: string, heading: string): readonly string[] =>
  rowsOf(document, heading).flatMap(([first = ""]) => codeIn(first));
