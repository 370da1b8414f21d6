import * as z from "zod";
import { type CellContext, defineCell } from "../../shared/agents/cell.ts";
import type { Source } from "../../shared/contracts/records.ts";
import { type Passage, readPassages } from "./passages.ts";
import { searchPassages } from "./pick-passages.ts";
import { parseTable } from "./table.ts";
import { rowPassages } from "./table-rows.ts";

/** Finds passages and table rows. Offered as a tool too, so that an answer can look a figure up instead of recalling it. */
export const searchSources = defineCell({
  id: "search_sources",
  description:
    "Searches the run's sources for words and answers the passages and table rows that fit best, each with the id to cite. An empty list means that the sources do not hold it.",
  input: z.strictObject({
    query: z.string().min(1).max(400).describe("Words to look for, in the language of the sources."),
    limit: z.int().min(1).max(20).default(5),
  }),
  tool: true,
  run: async (context, { query, limit }) => {
    const read = await Promise.all(context.sources.map(async (source) => everything(context, source)));
    const hits = searchPassages(read.flat(), query).slice(0, limit);
    const results = hits.map(({ passage: { id, source, text } }) => ({ id, source, text }));
    return { content: { kind: "search_results", query, results }, rests_on: results.map(({ id }) => id) };
  },
});

async function everything(context: CellContext, source: Source): Promise<readonly Passage[]> {
  const text = await context.readSource(source.id);
  const table = parseTable(source, text);
  return table.kind === "table" ? rowPassages(source, table) : readPassages(source, text).passages;
}
