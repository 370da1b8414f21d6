import { cardinalNumber, isDefinite } from "../../shared/domain/references/reference-words.ts";
import type { Format } from "../deliverable.ts";
import { type Operation, pointsAtMost } from "./brief.ts";
import { type Clause, looseWords } from "./clauses.ts";
import type { Reading } from "./reading.ts";
import {
  degreeWords,
  fillers,
  formatCompanions,
  formatNouns,
  longWords,
  shapeVerbs,
  shortWords,
} from "./wish-words.ts";

const asWords = new Set("as in into als en comme forme como forma come make it".split(" "));

/** "Keep it short", "make it a table", "as an email", "plus long". */
export function readShape(clause: Clause): readonly Operation[] | null {
  const words = looseWords({ ...clause, folded: clause.folded.replaceAll(/\be-mail/g, "email") });
  if (clause.mentions.length > 0 || !words.every(isShapeWord)) return null;
  const formats = formatsIn(words);
  const isShort = words.some((word) => shortWords.has(word));
  const isLong = words.some((word) => longWords.has(word));
  if (formats === null || formats.length > 1 || (isShort && isLong)) return null;
  const hasVerb = words.some((word) => shapeVerbs.has(word) || asWords.has(word)) || clause.is_whole;
  const format = formats[0];
  if (!(hasVerb && (format || isShort || isLong))) return null;
  return [
    ...(isShort ? [{ op: "shorten" } as const] : []),
    ...(isLong ? [{ op: "lengthen" } as const] : []),
    ...(format ? [{ op: "change_format", format } as const] : []),
  ];
}

function isShapeWord(word: string): boolean {
  const sets: readonly { has(word: string): boolean }[] = [
    fillers,
    shapeVerbs,
    formatNouns,
    formatCompanions,
    shortWords,
    longWords,
    degreeWords,
  ];
  return sets.some((known) => known.has(word));
}

/** The forms that are asked for. "The report" is what is spoken of, not what is wished; "the table" makes it unclear: null. */
function formatsIn(words: readonly string[]): readonly Format[] | null {
  const wished: Format[] = [];
  for (const [index, word] of words.entries()) {
    const format = formatNouns.get(word);
    if (!format) continue;
    if (!isDefinite(words[index - 1] ?? "")) wished.push(format);
    else if (!shapeVerbs.has(word)) return null;
  }
  const others = wished.filter((format) => format !== "report");
  return [...new Set(others.length > 0 ? others : wished)];
}

const pointNouns = new Set("points point punkte punkten puntos punti".split(" "));
const pointWords = new Set(
  (
    "key main top most important give show list only want use make have find pick write " +
    "wichtigste wichtigsten nimm zeig nenne liste principaux cles donne donnez montre principales clave muestra dame principali chiave dammi mostra"
  ).split(" "),
);
const moreWords = new Set(
  "more additional further another mehr weitere supplementaires autres mas adicionales altri".split(" "),
);
const fewerWords = new Set("fewer less weniger moins menos meno".split(" "));

/** "10 points instead", "only three points", "the top 5", "two more points". */
export function readPoints(clause: Clause, { brief }: Reading): readonly Operation[] | null {
  const words = looseWords(clause);
  const numbers = words.flatMap((word) => (fillers.has(word) ? [] : (cardinalNumber(word) ?? [])));
  const isPoints = words.some((word) => pointNouns.has(word)) || words.includes("top");
  const isKnown = (word: string) =>
    fillers.has(word) ||
    cardinalNumber(word) !== null ||
    [pointNouns, pointWords, moreWords, fewerWords].some((known) => known.has(word)) ||
    word === "add";
  const number = numbers[0];
  if (clause.mentions.length > 0 || !isPoints || number === undefined || numbers.length > 1 || !words.every(isKnown))
    return null;
  const count = countOf(words, number, brief.point_count);
  return count !== null && count >= 1 && count <= pointsAtMost ? [{ op: "set_points", count }] : null;
}

function countOf(words: readonly string[], number: number, now: number): number | null {
  if (words.some((word) => moreWords.has(word))) return now + number;
  if (words.some((word) => fewerWords.has(word))) return now - number;
  return words.includes("add") ? now + number : number;
}
