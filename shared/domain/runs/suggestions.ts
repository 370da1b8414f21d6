import type { Part } from "../../contracts/part.ts";
import type { Suggestion } from "../../contracts/records.ts";
import { fold } from "../references/reference-words.ts";
import { routeByRules } from "../routing/route-rules.ts";

/** What an agent proposes to suggest. The anchor is the id of a part, or null. */
export type Proposed = { readonly text: string; readonly anchor: string | null };

/** Suggestions of one delivery, and of withdrawn ones that are still shown. */
const suggestedAtMost = 4;
const withdrawnShown = 6;
/** Longest suggestion. Code points. */
const textCodePoints = 200;

/**
 * Makes suggestions of what an agent proposes: each with the route that the rules give it, so what is shown is what will
 * happen. What no rule can route, says the same twice, is too long or was asked already is left out; an anchor that is no
 * part of the delivery is dropped.
 */
export function suggestionsOf(
  proposed: readonly Proposed[],
  on: {
    readonly parts: readonly Part[];
    readonly agent_kind: "specialised" | "general";
    readonly asked: readonly string[];
  },
): readonly Suggestion[] {
  const made: Suggestion[] = [];
  const taken = new Set(on.asked.map(wordsOf));
  for (const { text: raw, anchor } of proposed) {
    const text = raw.replaceAll(/\s+/g, " ").trim();
    const verdict = routeByRules({
      message: text,
      agent_kind: on.agent_kind,
      has_delivery: true,
      parts: on.parts,
      open_questions: [],
      is_busy: false,
    });
    if (verdict === null || [...text].length > textCodePoints || taken.has(wordsOf(text))) continue;
    taken.add(wordsOf(text));
    const isPart = on.parts.some(({ id }) => id === anchor);
    made.push({ text, route: verdict.route, anchor: isPart ? anchor : null });
  }
  return made.slice(0, suggestedAtMost);
}

/**
 * The suggestions after a revision was committed: those that were asked now, or that the agent would not propose any more
 * for the new brief, are marked with the version that made them pointless.
 */
export function afterRevision(
  suggestions: readonly Suggestion[],
  version: number,
  by: { readonly asked: readonly string[]; readonly still: readonly Proposed[] | null },
): readonly Suggestion[] {
  const asked = new Set(by.asked.map(wordsOf));
  const still = by.still === null ? null : new Set(by.still.map(({ text }) => wordsOf(text)));
  return suggestions.map((one) => {
    if (one.withdrawn_by !== undefined) return one;
    const isMoot = asked.has(wordsOf(one.text)) || (still !== null && !still.has(wordsOf(one.text)));
    return isMoot ? { ...one, withdrawn_by: version } : one;
  });
}

/** The suggestions with a new delivery: its own, and the last withdrawn ones behind them. Open ones that it no longer makes are withdrawn. */
export function afterDelivery(
  before: readonly Suggestion[],
  fresh: readonly Suggestion[],
  version: number,
): readonly Suggestion[] {
  const again = new Set(fresh.map(({ text }) => wordsOf(text)));
  const gone = before
    .filter(({ text }) => !again.has(wordsOf(text)))
    .map((one) => (one.withdrawn_by === undefined ? { ...one, withdrawn_by: version } : one));
  return [...fresh, ...gone.slice(-withdrawnShown)];
}

function wordsOf(text: string): string {
  return (fold(text.normalize("NFC")).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}
