import type { Json } from "../contracts/json.ts";
import { fillers, hasNegation, plainWords } from "./answer-words.ts";
import { cardinalNumber, ordinalPosition } from "./reference-words.ts";

/**
 * The one option that a text picks: by its words, alone or among words that say nothing ("the median, please"), or by its
 * place ("the second one", "option 2"). Undefined when none or several fit, when something in the text may turn its sense
 * round, and when other words are there.
 */
export function readChoice(text: string, options: readonly Json[]): Json | undefined {
  const words = plainWords(text);
  const named = options.map((option) => plainWords(String(option)));
  const same = options.filter((_, index) => named[index]?.join(" ") === words.join(" "));
  if (same.length === 1) return same[0];
  const telling = words.filter((word) => !fillers.has(word));
  if (telling.length === 0 || hasNegation(words)) return undefined;
  const bare = named.map((option) => option.filter((word) => !fillers.has(word)).join(" "));
  const fitting = options.filter((_, index) => bare[index] !== "" && bare[index] === telling.join(" "));
  if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : undefined;
  return atPlace(words, telling, options);
}

function atPlace(words: readonly string[], telling: readonly string[], options: readonly Json[]): Json | undefined {
  const [word = "", ...others] = telling.filter((one) => !isNumbering(one));
  if (others.length > 0) return undefined;
  const ordinal = ordinalPosition(word);
  // A bare number could be an option's own.
  const isFree = !options.some((option) => /\d/.test(String(option)));
  const place = ordinal ?? (isFree || words.some(isNumbering) ? cardinalNumber(word) : null);
  return place === null || place === 0 ? undefined : options.at(place > 0 ? place - 1 : place);
}

const numbering = new Set("number no nr nummer numero option choice".split(" "));
const isNumbering = (word: string): boolean => numbering.has(word);
