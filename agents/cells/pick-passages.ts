import MiniSearch from "minisearch";
import type { CellContext } from "../../shared/agents/cell.ts";
import type { Source } from "../../shared/contracts/records.ts";
import { type Passage, readPassages } from "./passages.ts";
import { parseTable } from "./table.ts";

/** Passages that one model call is given. */
export const passagesPerCall = 40;

/** Passages of the named text sources, or of all the run's; tables have none. In reading order. */
export async function gatherPassages(
  context: CellContext,
  sourceIds: readonly string[] = [],
): Promise<readonly Passage[]> {
  const wanted = context.sources.filter((source) => sourceIds.length === 0 || sourceIds.includes(source.id));
  const found = await Promise.all(wanted.map(async (source) => textPassages(context, source)));
  return found.flat();
}

async function textPassages(context: CellContext, source: Source): Promise<readonly Passage[]> {
  if (source.media_type === "text/csv") return [];
  const text = await context.readSource(source.id);
  return parseTable(source, text).kind === "table" ? [] : readPassages(source, text).passages;
}

/** Words that say nothing about what a text is about. */
const stopWords = new Set(
  (
    "a an and are as at be but by for from has have in is it its of on or that the their these they this to was were " +
    "will with about into we our you your der die das den dem des ein eine und oder von zu mit auf für ist sind im " +
    "le la les un une des du de et ou en dans pour sur est sont el los las una y o del al por para con es son il lo " +
    "gli i uno e della dei delle di da per su che"
  )
    .split(" ")
    .filter((word) => word !== ""),
);

/** A found passage with how well it fits. */
export type Hit = { readonly passage: Passage; readonly score: number };

/** The passages that fit the words, best first; equal ones in reading order. */
export function searchPassages(passages: readonly Passage[], words: string): readonly Hit[] {
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ["text"],
    processTerm: (term) => {
      const word = term.toLowerCase();
      return stopWords.has(word) ? null : word;
    },
  });
  index.addAll(passages.map((passage, id) => ({ id, text: passage.text })));
  const hits = index.search(words, {
    prefix: (term) => term.length > 3,
    fuzzy: (term) => (term.length > 5 ? 0.15 : false),
  });
  return hits
    .map((hit) => ({ at: Number(hit.id), score: hit.score }))
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
    .flatMap(({ at, score }) => {
      const passage = passages[at];
      return passage ? [{ passage, score }] : [];
    });
}

/** The passages for a topic: half the room for those that open sources and sections, the rest for the best; in reading order. */
export function pickPassages(passages: readonly Passage[], topic: string, room = passagesPerCall): readonly Passage[] {
  const picked = new Set<Passage>();
  for (const passage of leadsInTurn(passages).slice(0, Math.floor(room / 2))) picked.add(passage);
  for (const { passage } of searchPassages(passages, topic)) if (picked.size < room) picked.add(passage);
  for (const passage of passages) if (picked.size < room) picked.add(passage);
  return passages.filter((passage) => picked.has(passage));
}

/** First leads of all sources, then second ones, and so on: no long source crowds the others out. */
function leadsInTurn(passages: readonly Passage[]): readonly Passage[] {
  const turns = new Map<string, number>();
  return passages
    .filter((passage) => passage.lead)
    .map((passage) => {
      const turn = turns.get(passage.source_id) ?? 0;
      turns.set(passage.source_id, turn + 1);
      return { passage, turn };
    })
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ passage }) => passage);
}

/** A passage as the model is given it. */
export type AskedPassage = { readonly id: string; readonly source: string; readonly text: string };

/** What the model is told of passages. */
export function asAsked(passages: readonly Passage[]): readonly AskedPassage[] {
  return passages.map(({ id, source, text }) => ({ id, source, text }));
}
