import { fold, isDefinite, nounKind } from "../../shared/domain/references/reference-words.ts";
import { isSameTopic, type Operation } from "./brief.ts";
import { type Clause, looseWords } from "./clauses.ts";
import type { Reading } from "./reading.ts";
import {
  addVerbs,
  fillers,
  formatNouns,
  insteadAtEnd,
  removeVerb,
  removeVerbs,
  sectionOn,
  statisticWords,
  topicInstead,
} from "./wish-words.ts";

/** Words of the longest topic that rules take. */
const topicWords = 6;

/** Words that may stand behind the topic of "add". */
const tails = new Set(
  "too also as well please now then again hinzu auf mit auch noch bitte dazu aussi tambien anche por per favor favore stp svp".split(
    " ",
  ),
);

/** Words that a topic of its own never has: they say where something goes, or how. */
const unclear = new Set(
  (
    "to into from after before below above column columns row rows chart point points more another detail details percent " +
    "it them this that everything something spalte spalten zeile zeilen punkt punkte mehr colonne colonnes points columna columnas puntos mas colonna punti piu"
  ).split(" "),
);

/** "Add the risks too", "Füge einen Abschnitt über die Kosten hinzu". */
export function readAdd({ text, folded, mentions }: Clause): readonly Operation[] | null {
  if (mentions.some(({ parts }) => !parts.every(({ kind }) => kind === "section"))) return null;
  const words = [...folded.matchAll(/[\p{L}\d]+/gu)];
  const verb = words.findIndex(({ 0: word }) => addVerbs.has(word));
  if (verb < 0 || !words.slice(0, verb).every(({ 0: word }) => fillers.has(word))) return null;
  let first = verb + 1;
  while (isArticle(words[first]?.[0] ?? "") || tails.has(words[first]?.[0] ?? "")) first += 1;
  let last = words.length - 1;
  while (last >= first && tails.has(words[last]?.[0] ?? "")) last -= 1;
  const [from, end] = [words[first]?.index, words[last]];
  if (from === undefined || !end || last < first) return null;
  const topics = topicsOf(text.slice(from, end.index + end[0].length));
  return topics?.map((topic) => ({ op: "add_section", topic })) ?? null;
}

function isArticle(word: string): boolean {
  return isDefinite(word) || /^(?:a|an|some|ein|eine|einen|un|une|una|unos|des)$/.test(word);
}

function topicsOf(words: string): readonly string[] | null {
  const on = sectionOn.exec(fold(words));
  const bare = (on ? words.slice(on[0].length) : words).trim();
  const topics = bare
    .split(/\s*,\s*|\s+(?:and|und|et|y|e|as well as|sowie)\s+/u)
    .map((topic) => withoutArticles(topic));
  return topics.every(isClear) ? topics : null;
}

function withoutArticles(topic: string): string {
  const first = /^[\p{L}]+(?=['’\s])/u.exec(topic)?.[0] ?? "";
  return isArticle(fold(first)) && first !== "" ? topic.slice(first.length + 1).trim() : topic.trim();
}

function isClear(topic: string): boolean {
  const words = [...fold(topic).matchAll(/[\p{L}\d]+/gu)].map(([word]) => word);
  const isOdd = (word: string) =>
    unclear.has(word) ||
    formatNouns.has(word) ||
    statisticWords.has(word) ||
    /^\d+$/.test(word) ||
    nounKind(word) !== null;
  return words.length > 0 && words.length <= topicWords && !words.some(isOdd);
}

/** "Remove the risks section", "ohne die Kosten": only what is there. */
export function readRemove(clause: Clause, { brief }: Reading): readonly Operation[] | null {
  if (!removeVerb.test(clause.folded)) return null;
  const parts = clause.mentions.flatMap((mention) => mention.parts);
  const isOwn = parts.every(({ kind, id }) => kind === "section" && /^(?:section|expand):/.test(id));
  const loose = looseWords(clause).filter(
    (word) => !(removeVerbs.has(word) || fillers.has(word) || nounKind(word) === "section"),
  );
  if (!isOwn || clause.mentions.some(({ is_ambiguous }) => is_ambiguous)) return null;
  if (loose.length === 0)
    return parts.length === 0 ? null : parts.map(({ id }) => ({ op: "remove_section", topic: id }));
  const named = brief.sections.find((topic) => isSameTopic(fold(topic), loose.join(" ")));
  return named && parts.length === 0 ? [{ op: "remove_section", topic: named }] : null;
}

/** "Write about X instead", "Schreib stattdessen über X". */
export function readTopic({ text, folded, mentions }: Clause): readonly Operation[] | null {
  const found = topicInstead.exec(folded.trimStart());
  if (!found || mentions.length > 0) return null;
  const start = folded.length - folded.trimStart().length + found[0].length;
  const behind = text.slice(start).trim();
  const topic = withoutArticles(behind.slice(0, behind.length - (insteadAtEnd.exec(fold(behind))?.[0].length ?? 0)));
  const words = topic.split(/\s+/).length;
  return topic === "" || words > 12 || unclear.has(fold(topic)) ? null : [{ op: "set_topic", topic }];
}
