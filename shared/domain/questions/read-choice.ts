import type { Json } from "../../contracts/json.ts";
import { cardinalNumber, ordinalPosition } from "../references/reference-words.ts";
import { fillers, hasNegation, noPhrases, plainWords, yesPhrases } from "./answer-words.ts";
import { readYesNo } from "./read-yes-no.ts";

/**
 * The one option that a text picks: by its words, alone or among words that say nothing ("the median, please"), by its
 * place ("the second one", "option 2"), or as the only one that says yes or no when that is what was said in whatever
 * language. Undefined when none or several fit, when something in the text may turn its sense round, and when other words
 * are there.
 */
export function readChoice(text: string, options: readonly Json[]): Json | undefined {
  const words = plainWords(text);
  const named = options.map((option) => plainWords(String(option)));
  const same = options.filter((_, index) => named[index]?.join(" ") === words.join(" "));
  if (same.length === 1) return same[0];
  const telling = words.filter((word) => !fillers.has(word));
  if (telling.length > 0 && !hasNegation(words)) {
    const bare = named.map((option) => option.filter((word) => !fillers.has(word)).join(" "));
    const fitting = options.filter((_, index) => bare[index] !== "" && bare[index] === telling.join(" "));
    if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : undefined;
    const placed = atPlace(words, telling, { options, named });
    if (placed !== undefined) return placed;
  }
  return sayingSo(text, options, named);
}

/** "Ja" to options of which one alone says yes. */
function sayingSo(text: string, options: readonly Json[], named: readonly (readonly string[])[]): Json | undefined {
  const said = readYesNo(text, "");
  if (said === null) return undefined;
  const phrases = said ? yesPhrases : noPhrases;
  const fitting = options.filter((_, index) => phrases.has(named[index]?.join(" ") ?? ""));
  return fitting.length === 1 ? fitting[0] : undefined;
}

type Options = { readonly options: readonly Json[]; readonly named: readonly (readonly string[])[] };

function atPlace(words: readonly string[], telling: readonly string[], { options, named }: Options): Json | undefined {
  // What every option says tells none of them from another: "the second point" of "point 1 …", "point 2 …".
  const counts = (word: string) =>
    numbering.has(word) || (options.length > 1 && named.every((one) => one.includes(word)));
  const [word = "", ...others] = telling.filter((one) => !counts(one));
  if (others.length > 0) return undefined;
  const ordinal = ordinalPosition(word);
  // A bare number could be an option's own.
  const isFree = !options.some((option) => /\d/.test(String(option)));
  const place = ordinal ?? (isFree || words.some(counts) ? cardinalNumber(word) : null);
  return place === null || place === 0 ? undefined : options.at(place > 0 ? place - 1 : place);
}

const numbering = new Set("number no nr nummer numero option choice".split(" "));
