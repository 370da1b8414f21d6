import type { Evidence } from "../shared/agents/define-agent.ts";
import type { Source } from "../shared/contracts/records.ts";
import { readPassages } from "./cells/passages.ts";
import { parseTable } from "./cells/table.ts";
import { rowPassages } from "./cells/table-rows.ts";

/** The words behind ids of passages (`<source_id>.p<n>`) and of whole sources, in the order of the ids; unknown ids are left out. */
export async function evidence(
  ids: readonly string[],
  sources: readonly Source[],
  readSource: (id: string) => Promise<string>,
): Promise<readonly Evidence[]> {
  const wanted = sources.filter(({ id }) => ids.some((ref) => ref === id || ref.startsWith(`${id}.`)));
  const read = await Promise.all(wanted.map(async (source) => evidenceOf(source, await readSource(source.id))));
  const known = new Map(read.flat().map(({ id, source, text }) => [id, { id, source, text }]));
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
}

/** Characters of a whole source that are shown when it is cited as a whole. */
const headCharacters = 600;

function evidenceOf(source: Source, text: string): readonly Evidence[] {
  const whole = { id: source.id, source: source.name, text: text.slice(0, headCharacters) };
  const table = parseTable(source, text);
  return [whole, ...(table.kind === "table" ? rowPassages(source, table) : readPassages(source, text).passages)];
}
