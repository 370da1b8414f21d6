import { fold } from "../references/reference-words.ts";
import { type NewMemory, rulesMemory } from "../sessions/memory.ts";
import { readStandingWishes } from "./standing-wish.ts";

/** A message that a person sent, with its whole text. What a machine says sets no rules and takes none back. */
export type SaidByPerson = { readonly event_id: string; readonly text: string };

/** The rules as they are after some messages: those to keep, and the memories that have to be written for that. */
export type RulesAfter = { readonly rules: readonly NewMemory[]; readonly changed: readonly NewMemory[] };

/**
 * The rules of a session after some messages, in their order. The same rule set twice is one; taking one back marks it, by
 * the words both have in common, and says nothing of the others. `newId` gives an id that sorts after all before it.
 */
export function rulesAfter(
  known: readonly NewMemory[],
  said: readonly SaidByPerson[],
  at: { readonly run: Parameters<typeof rulesMemory>[0]; readonly now: number; readonly newId: () => string },
): RulesAfter {
  let rules: readonly NewMemory[] = known;
  const stored = new Set(known);
  for (const { event_id, text } of said) {
    const { wishes, lifted } = readStandingWishes(text);
    for (const sentence of lifted) rules = withoutRule(rules, sentence);
    const fresh = wishes.filter((wish, index) => !isKnown(rules, wish) && sameAs(wishes.slice(0, index), wish) === -1);
    if (fresh.length === 0) continue;
    rules = [...rules, rulesMemory(at.run, { wishes: fresh, event_id }, { id: at.newId(), now: at.now })];
  }
  // A rule that was set and taken back at once was never one.
  const held = rules.filter((rule) => rule.withdrawn !== true || known.some(({ id }) => id === rule.id));
  return { rules: held, changed: held.filter((rule) => !stored.has(rule)) };
}

function isKnown(rules: readonly NewMemory[], wish: string): boolean {
  return rules.some(({ withdrawn, text }) => withdrawn !== true && sameAs(text.split("\n"), wish) >= 0);
}

function sameAs(wishes: readonly string[], wish: string): number {
  return wishes.findIndex((other) => wordsOf(other).join(" ") === wordsOf(wish).join(" "));
}

/** Takes the rule out that shares most words with the sentence; of two alike the later one. */
function withoutRule(rules: readonly NewMemory[], sentence: string): readonly NewMemory[] {
  const wanted = new Set(wordsOf(sentence));
  const lines = rules.flatMap((rule) =>
    rule.withdrawn === true
      ? []
      : rule.text.split("\n").map((line) => ({ rule, line, shared: sharedWith(wanted, line) })),
  );
  const best = lines.reduce<(typeof lines)[number] | null>(
    (top, next) => (next.shared > 0 && next.shared >= (top?.shared ?? 1) ? next : top),
    lines.length === 1 ? (lines[0] ?? null) : null,
  );
  if (best === null) return rules;
  const left = best.rule.text.split("\n").filter((line) => line !== best.line);
  const changed: NewMemory =
    left.length === 0 ? { ...best.rule, withdrawn: true } : { ...best.rule, text: left.join("\n") };
  return rules.map((rule) => (rule === best.rule ? changed : rule));
}

/** Shared words count when one of them tells what it is about: a name, a number or a longer word. */
function sharedWith(wanted: ReadonlySet<string>, line: string): number {
  const shared = wordsOf(line).filter((word) => wanted.has(word));
  return shared.some((word) => word.length > 3 && !plain.has(word)) ? shared.length : 0;
}

/** Words that rules of every kind have in common. */
const plain = new Set(
  "always never from only with that this rule rules please again more longer about used using immer regel wieder nicht mehr toujours jamais regle siempre nunca regla otra sempre regola ancora".split(
    " ",
  ),
);

function wordsOf(text: string): readonly string[] {
  return fold(text.normalize("NFC")).match(/[\p{L}\p{N}]+/gu) ?? [];
}
