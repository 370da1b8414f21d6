import * as z from "zod";
import { type CellContext, defineCell } from "../../shared/agents/cell.ts";
import type { Source } from "../../shared/contracts/records.ts";
import { Fault } from "../../shared/errors/fault.ts";
import { readPassages } from "./passages.ts";
import { describeColumns, parseTable } from "./table.ts";

/** Sections and columns that the index of a source lists. */
const listed = 60;

/** One of the run's sources. @throws Fault `unknown_source` (reject). */
export function sourceOf(context: CellContext, sourceId: string): Source {
  const source = context.sources.find(({ id }) => id === sourceId);
  if (!source) throw new Fault("unknown_source", "reject", { sources: context.sources.length });
  return source;
}

/** Makes a small index of one source; later steps depend on it, so a changed source is read again. */
export const readSource = defineCell({
  id: "read_source",
  description:
    "Reads one source and lists its sections, how many passages it has and, for a table, its columns. Every step that uses a source depends on its read_source step.",
  input: z.strictObject({ source_id: z.string().describe("Id of the source.") }),
  run: async (context, { source_id }) => {
    const source = sourceOf(context, source_id);
    const text = await context.readSource(source_id);
    const table = parseTable(source, text);
    const reading = table.kind === "table" ? { sections: [], passages: [] } : readPassages(source, text);
    const columns = table.kind === "table" ? describeColumns(table) : [];
    const content = {
      kind: "source_index",
      source: { id: source.id, name: source.name },
      media_type: source.media_type,
      sha256: source.sha256,
      sections: reading.sections.slice(0, listed).map((one) => ({ ...one, heading: one.heading.slice(0, 200) })),
      passages: reading.passages.length,
      rows: table.kind === "table" ? table.rows.length : 0,
      columns: columns.slice(0, listed),
    } as const;
    const remember = { source_id: source.id, text: inOneLine(source.name, content) };
    return { content, rests_on: [source.id], remember };
  },
});

/** Names that a note on a source lists. */
const named = 12;

type Index = {
  readonly sections: readonly { readonly heading: string }[];
  readonly passages: number;
  readonly rows: number;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
};

/** What is in a source, for later turns. */
function inOneLine(name: string, { sections, passages, rows, columns }: Index): string {
  const headings = sections.map(({ heading }) => heading).filter((heading) => heading !== "");
  if (rows > 0)
    return `${name}: a table of ${rows} rows with ${columns
      .slice(0, named)
      .map((column) => column.name)
      .join(", ")}.`;
  const about = headings.length === 0 ? "" : ` on ${headings.slice(0, named).join("; ")}`;
  return `${name}: a text of ${passages} passages${about}.`;
}
