import type { Part } from "../../contracts/part.ts";
import { type Word, wordsOf } from "./reference-scan.ts";
import { cardinalNumber, isDefinite, isLink, isNumberMark, ordinalPosition } from "./reference-words.ts";

/** Versions that were delivered before, for messages that point at them. */
export type Earlier = {
  /** `dag_version` of every version that was delivered, oldest first; the last one is the current one. */
  readonly delivered: readonly number[];
  /** Parts of those that the message means, the current one left out. */
  readonly versions: readonly { readonly dag_version: number; readonly parts: readonly Part[] }[];
};

/** Words that name a version: `from` is the first of them, `outer` the article or preposition before. */
export type VersionPhrase = {
  readonly outer: number;
  readonly from: number;
  readonly to: number;
  readonly which: Which;
};

type Which =
  /** Among what was delivered: 1 is the first, -1 the last. */
  | { readonly kind: "place"; readonly place: number }
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "previous" | "current" };

const set = (line: string) => new Set(line.split(" "));

const nouns = set(
  "version versions fassung fassungen ausgabe versione versioni versiones draft entwurf borrador brouillon bozza",
);
const previous = set(
  "previous prior earlier preceding old older vorige vorigen voriger vorherige vorherigen vorheriger fruhere fruheren fruherer alte alten alter precedente precedent ancienne vieille anterior previa antigua vieja vecchia scorsa",
);
const first = set(
  "original initial ursprungliche ursprunglichen ursprunglicher initiale originale originelle originaria inicial iniziale",
);
const current = set(
  "current present latest newest aktuelle aktuellen aktueller neueste neuesten neuester actuelle actual attuale",
);

/** Every phrase that names a version: "the first version", "version 2", "v2", "die vorige Fassung", "la versión anterior". */
export function versionPhrases(words: readonly Word[]): readonly VersionPhrase[] {
  return words.flatMap((word, index) => {
    const found = nouns.has(word.text) ? aroundNoun(words, index) : shortForm(words, index);
    return found === null ? [] : [{ ...found, outer: outerOf(words, found.from) }];
  });
}

type Found = Omit<VersionPhrase, "outer">;

function aroundNoun(words: readonly Word[], index: number): Found | null {
  const [before, noun] = [words[index - 1], words[index]];
  if (noun === undefined) return null;
  const left = before === undefined ? null : whichBy(before.text);
  if (left !== null) return { from: before?.from ?? noun.from, to: noun.to, which: left };
  const next = isNumberMark(words[index + 1]?.text ?? "") ? index + 2 : index + 1;
  const behind = words[next];
  if (behind === undefined) return null;
  const number = cardinalNumber(behind.text);
  const which = number === null ? whichBy(behind.text) : ({ kind: "number", number } as const);
  return which === null ? null : { from: noun.from, to: behind.to, which };
}

/** `v2`. */
function shortForm(words: readonly Word[], index: number): Found | null {
  const [mark, digits] = [words[index], words[index + 1]];
  if (mark?.text !== "v" || digits === undefined || digits.from !== mark.to) return null;
  const number = cardinalNumber(digits.text);
  return number === null ? null : { from: mark.from, to: digits.to, which: { kind: "number", number } };
}

function whichBy(word: string): Which | null {
  if (previous.has(word)) return { kind: "previous" };
  if (current.has(word)) return { kind: "current" };
  if (first.has(word)) return { kind: "place", place: 1 };
  const place = ordinalPosition(word);
  return place === null ? null : { kind: "place", place };
}

/** The beginning of "in the" before a phrase. */
function outerOf(words: readonly Word[], from: number): number {
  let at = words.findIndex((word) => word.from === from);
  while (at > 0 && (isDefinite(words[at - 1]?.text ?? "") || isLink(words[at - 1]?.text ?? ""))) at -= 1;
  return words[at]?.from ?? from;
}

/** The version that is meant, of those that were delivered; null when there is no such one. */
export function versionMeant(which: Which, delivered: readonly number[]): number | null {
  switch (which.kind) {
    case "current":
      return delivered.at(-1) ?? null;
    case "previous":
      return delivered.at(-2) ?? null;
    case "place":
      return delivered.at(which.place > 0 ? which.place - 1 : which.place) ?? null;
    case "number":
      return delivered.find((version) => version === which.number) ?? delivered[which.number - 1] ?? null;
  }
}

/** True for a message that may point at an older version; only then are those looked up. */
export const namesVersion = (text: string): boolean => versionPhrases(wordsOf(text)).length > 0;

/** True for a message that names a version by its place or number: "the first version", "version 2". */
export const numbersVersion = (text: string): boolean =>
  versionPhrases(wordsOf(text)).some(
    ({ which }) => which.kind === "number" || (which.kind === "place" && which.place > 0),
  );

/** What stands behind the last words that name a version; the whole text when none do. */
export function behindVersion(text: string): string {
  const last = versionPhrases(wordsOf(text)).at(-1);
  return last === undefined ? text : text.slice(last.to);
}

/** The older versions that a message means, each once. */
export function versionsMeant(text: string, delivered: readonly number[]): readonly number[] {
  const meant = versionPhrases(wordsOf(text)).map(({ which }) => versionMeant(which, delivered));
  return [...new Set(meant)].filter((version) => version !== null && version !== delivered.at(-1)) as number[];
}
