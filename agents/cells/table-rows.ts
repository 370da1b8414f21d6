import type { Named, Passage } from "./passages.ts";
import type { Table } from "./table.ts";

/** Rows of one table that can be found or cited. */
const rowsAtMost = 5_000;

/** Longest text of a row, characters. */
const rowCharacters = 1_200;

/** The rows of a table as passages: `<source_id>.p<n>` is its nth row, as `column: cell; …`. */
export function rowPassages(source: Named, table: Table): readonly Passage[] {
  return table.rows.slice(0, rowsAtMost).map((row, index) => ({
    id: `${source.id}.p${index + 1}`,
    source_id: source.id,
    source: source.name,
    section_id: `${source.id}.s1`,
    lead: false,
    text: table.columns
      .map((column, at) => `${column}: ${row[at] ?? ""}`)
      .join("; ")
      .slice(0, rowCharacters),
  }));
}
