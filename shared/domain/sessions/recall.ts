import type { Memory } from "../../contracts/records.ts";
import { fold } from "../references/reference-words.ts";
import { clipCodePoints } from "../text/clip-text.ts";

/** Everything of a session's memory that one turn may see, however long the session is. */
export type Remembered = {
  /** Rules the person set, oldest first. */
  readonly rules: readonly Memory[];
  readonly summary: Memory | null;
  /** What happened last, newest first, and what is known of the run's sources. */
  readonly notes: readonly Memory[];
};

/** What a turn is given of it. */
export type Recalled = {
  /** The person's rules that hold, word for word, oldest first: a later one wins over an earlier one. */
  readonly rules: readonly string[];
  readonly summary: string | null;
  /** Best first. */
  readonly notes: readonly Memory[];
};

/** Tokens that the recalled text of a turn may take, rules aside: those are never cut. */
export const recallTokens = 1_200;
/** Of one note. Code points. */
const noteCodePoints = 800;

/** A cautious estimate of the tokens of a text, from its UTF-8 bytes. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text, "utf8") / 3);
}

/** The rules that hold, word for word, a line each. */
export function rulesIn(rules: readonly Pick<Memory, "pinned" | "withdrawn" | "text">[]): readonly string[] {
  const held = rules.filter(({ pinned, withdrawn }) => pinned === true && withdrawn !== true);
  return held.flatMap(({ text }) => text.split("\n"));
}

/**
 * Chooses what matters for a turn: the rules whole, then the summary, then the notes that speak of `about`, ranked by
 * relevance, importance and recency in equal parts (Generative Agents, "Retrieval"), as many as fit the budget. Pure.
 */
export function recall(
  remembered: Remembered,
  turn: { readonly about: string; readonly tokens?: number; readonly delivered_by?: string },
): Recalled {
  const rules = rulesIn(remembered.rules);
  let left = turn.tokens ?? recallTokens;
  const summary = remembered.summary?.text ?? null;
  const told = summary !== null && tokensOf(summary) <= left ? summary : null;
  left -= told === null ? 0 : tokensOf(told);
  // What the turn has before its eyes need not be recalled.
  const candidates = remembered.notes.filter(
    ({ kind, source_run_id }) => kind !== "delivery" || source_run_id !== turn.delivered_by,
  );
  const notes: Memory[] = [];
  for (const note of ranked(candidates, turn.about)) {
    const cut = { ...note, text: clipCodePoints(note.text, noteCodePoints) };
    if (tokensOf(cut.text) > left) continue;
    left -= tokensOf(cut.text);
    notes.push(cut);
  }
  return { rules, summary: told, notes };
}

/** Notes that share words with what the turn is about, best first; equal ones newest first. */
function ranked(notes: readonly Memory[], about: string): readonly Memory[] {
  const wanted = [...new Set(termsOf(about))];
  const bags = notes.map((note) => ({ note, terms: new Set(termsOf(note.text)) }));
  const worth = new Map(
    wanted.map((term) => {
      const holders = bags.filter(({ terms }) => terms.has(term)).length;
      return [term, Math.log1p(bags.length / Math.max(1, holders))] as const;
    }),
  );
  const most = [...worth.values()].reduce((sum, value) => sum + value, 0);
  const byAge = bags.toSorted((one, other) => other.note.version - one.note.version);
  return byAge
    .map(({ note, terms }, age) => {
      const shared = wanted.reduce((sum, term) => sum + (terms.has(term) ? (worth.get(term) ?? 0) : 0), 0);
      const relevance = most === 0 ? 0 : shared / most;
      return { note, relevance, score: relevance + note.importance + 0.95 ** age };
    })
    .filter(({ relevance }) => relevance > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ note }) => note);
}

/** What tells a text from others: numbers and the beginnings of words of four letters and more, without case and accents. */
function termsOf(text: string): readonly string[] {
  const words = fold(text.normalize("NFC")).match(/\d+(?:[.,]\d+)?|\p{L}{4,}/gu) ?? [];
  return words.map((word) => word.slice(0, 6));
}
