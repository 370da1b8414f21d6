import type { JsonObject } from "../../../../shared/contracts/json.ts";
import { isObject } from "../request-view.ts";
import { withoutForbidden } from "../text/forbidden.ts";
import { type Passage, passagesIn, type Sentence, sentencesIn } from "../text/passages.ts";
import { pointsBackward } from "../text/rank.ts";
import { contentStems, isRelated, likeness } from "../text/stems.ts";

const paragraphsAtMost = 4;
const paragraphCharacters = 650;
/** Passages that share much less with the point than the best one are about something else. */
const shareOfBest = 0.45;

type Near = {
  readonly passage: Passage;
  readonly sentences: readonly Sentence[];
  readonly is_origin: boolean;
  readonly score: number;
};

/**
 * Paragraphs about a point: first what stands around it, then the passages that share most of its words, in reading
 * order, each from where it speaks of the point on. What the point itself says is not said again.
 */
export function expandPoint(input: JsonObject): JsonObject {
  const said = isObject(input["point"]) ? input["point"]["text"] : undefined;
  const point = typeof said === "string" ? said : "";
  const wanted = [...new Set(contentStems(point))];
  const near = nearPassages(withoutForbidden(passagesIn(input["passages"]), input["rules"]), point, wanted);
  const origins = near.filter((one) => one.is_origin);
  const others = near.filter((one) => !one.is_origin);
  const best = others.toSorted((a, b) => b.score - a.score).slice(0, Math.max(0, paragraphsAtMost - origins.length));
  const kept = others.filter((one) => best.includes(one) && one.score >= shareOfBest * (best[0]?.score ?? 0));
  return { paragraphs: [...origins, ...kept].map((one) => paragraphOf(one, wanted)) };
}

function nearPassages(passages: readonly Passage[], point: string, wanted: readonly string[]): readonly Near[] {
  const all = sentencesIn(passages);
  const stemsOf = (passage: Passage) => all.filter((one) => one.passage === passage).flatMap(({ stems }) => stems);
  const bags = passages.map((passage) => ({ passage, stems: new Set(stemsOf(passage)) }));
  const shares = (stems: ReadonlySet<string>, word: string) => [...stems].some((stem) => isRelated(stem, word));
  // A word that many passages hold tells little about which of them are near.
  const worth = new Map(
    wanted.map((word) => [
      word,
      Math.log1p(bags.length / Math.max(1, bags.filter(({ stems }) => shares(stems, word)).length)),
    ]),
  );
  return bags.flatMap(({ passage, stems }): readonly Near[] => {
    const sentences = all.filter((one) => one.passage === passage && !isSaid(one, point));
    const shared = wanted.filter((word) => shares(stems, word));
    const isOrigin = all.some((one) => one.passage === passage && isSaid(one, point));
    if (sentences.length === 0 || (!isOrigin && shared.length < Math.min(2, wanted.length))) return [];
    return [
      { passage, sentences, is_origin: isOrigin, score: shared.reduce((sum, word) => sum + (worth.get(word) ?? 0), 0) },
    ];
  });
}

/** The point's own sentence, or one that says nothing beyond it. */
function isSaid(sentence: Sentence, point: string): boolean {
  return point.includes(sentence.text) || likeness(sentence.stems, contentStems(point)) > 0.85;
}

/** Sentences in a row, as many as fit a paragraph: around the point all, elsewhere from the first that speaks of it. */
function paragraphOf({ passage, sentences, is_origin }: Near, wanted: readonly string[]): JsonObject {
  const speaks = (sentence: Sentence) => sentence.stems.some((stem) => wanted.some((other) => isRelated(stem, other)));
  const opens = (sentence: Sentence) => speaks(sentence) && !pointsBackward(sentence.text);
  const start = is_origin ? 0 : Math.max(0, sentences.findIndex(opens));
  const row: string[] = [];
  let length = 0;
  for (const { text } of sentences.slice(start)) {
    if (row.length > 0 && length + text.length > paragraphCharacters) break;
    row.push(text);
    length += text.length;
  }
  return { text: row.join(" "), passage_ids: [passage.id] };
}
