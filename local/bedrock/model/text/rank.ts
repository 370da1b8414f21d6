import { asSentence } from "./finish.ts";
import type { Sentence } from "./passages.ts";
import { isWholeSentence } from "./sentences.ts";
import { likeness } from "./stems.ts";
import { relevance, type Topic } from "./topics.ts";

/** A sentence with its weight; the text may have the sentence before it in front, where it could not stand alone. */
export type Ranked = { readonly sentence: Sentence; readonly text: string; readonly weight: number };

const longestText = 420;
/** Above this share of common words two sentences say the same. */
const sameAbove = 0.6;

/** Connectors that can go without changing the rest of the sentence. */
const connector =
  /^(?:(?:however|moreover|furthermore|nevertheless|in addition|as a result|for example|for instance|therefore|thus|also|then|still|finally|cependant|toutefois|pourtant|en outre|par exemple|ainsi|sin embargo|además|por eso|por ejemplo|así|tuttavia|inoltre|per esempio|quindi),\s|(?:but|and|yet|aber|und|auch|mais|et|pero|y|ma|e)\s)/iu;
/** Words a sentence begins with that point back at the one before. */
const pointsBack =
  /^(?:he|she|it|they|this|that|these|those|such|his|her|their|its|so|er|sie|es|dies|diese|dieser|dieses|das|doch|dabei|damit|dadurch|deshalb|daher|außerdem|zudem|allerdings|jedoch|il|elle|ils|elles|ce|cela|ceci|cette|ces|donc|este|esta|esto|estos|ello|también|questo|questa|questi|ciò|però|anche)(?![\p{L}])/iu;

/**
 * Sentences by how much they say: the words the text returns to, the topic, the places where texts put what matters, and
 * figures. Best first; equal ones in reading order.
 */
export function rankSentences(sentences: readonly Sentence[], topic: Topic): readonly Ranked[] {
  const counts = new Map<string, number>();
  for (const { stems } of sentences) for (const stem of new Set(stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return sentences
    .map(
      (sentence): Ranked => ({
        sentence,
        text: standingAlone(sentence, sentences),
        weight: weightOf(sentence, topic, counts),
      }),
    )
    .filter(({ weight }) => weight > 0)
    .toSorted(
      (a, b) => b.weight - a.weight || a.sentence.passage_at - b.sentence.passage_at || a.sentence.at - b.sentence.at,
    );
}

/**
 * At most `count` of the ranked ones, best first, none of which says the same as another. What comes from a passage that
 * has had its say, or resembles what is chosen, has to weigh more, so that the choice covers the whole.
 */
export function withoutRepeats(ranked: readonly Ranked[], count: number): readonly Ranked[] {
  const kept: Ranked[] = [];
  const left = new Set(ranked);
  while (kept.length < count && left.size > 0) {
    for (const one of left) if (kept.some((other) => saysTheSame(one, other))) left.delete(one);
    const values = [...left].map((one) => ({ one, value: valueBeside(one, kept) }));
    const best = values.reduce<(typeof values)[number] | undefined>(
      (top, next) => (top === undefined || next.value > top.value ? next : top),
      undefined,
    );
    if (best === undefined) break;
    kept.push(best.one);
    left.delete(best.one);
  }
  return kept;
}

function valueBeside(one: Ranked, kept: readonly Ranked[]): number {
  const samePassage = kept.filter(({ sentence }) => sentence.passage === one.sentence.passage).length;
  const nearest = Math.max(0, ...kept.map((other) => likeness(one.sentence.stems, other.sentence.stems)));
  return one.weight * 0.75 ** samePassage * (1 - 0.5 * nearest);
}

/** True for sentences that say the same, and for texts one of which holds the other. */
function saysTheSame(one: Ranked, other: Ranked): boolean {
  if (one.text.includes(other.sentence.text) || other.text.includes(one.sentence.text)) return true;
  return likeness(one.sentence.stems, other.sentence.stems) > sameAbove;
}

function weightOf(sentence: Sentence, topic: Topic, counts: ReadonlyMap<string, number>): number {
  const distinct = [...new Set(sentence.stems)];
  if (distinct.length < (sentence.whole ? 3 : 2) || sentence.text.endsWith("?")) return 0;
  // Words only this sentence has say little about what the text is about.
  const central =
    distinct.reduce((sum, stem) => sum + Math.log1p((counts.get(stem) ?? 1) - 1), 0) / Math.sqrt(distinct.length);
  const about = 1.2 * Math.min(relevance(topic, distinct), 4);
  const place = (sentence.at === 0 ? 0.6 : 0) + (sentence.passage_at === 0 ? 0.4 : 0);
  const figures = /\d/.test(sentence.text) ? 0.5 : 0;
  const length = sentence.text.length;
  const fit =
    (sentence.whole ? 1 : 0.5) *
    (length < 45 ? 0.6 : 1) *
    (length > 300 ? 0.75 : 1) *
    (pointsBackward(sentence.text) ? 0.6 : 1);
  return (0.3 + central + about + place + figures) * fit;
}

/** True for a sentence that begins with a word for something named before it. */
export function pointsBackward(text: string): boolean {
  return pointsBack.test(text);
}

/** The sentence without its connector; where it points back, with the one before it, if there is room for both. */
function standingAlone(sentence: Sentence, all: readonly Sentence[]): string {
  const bare = asSentence(sentence.text.replace(connector, ""));
  if (!pointsBackward(bare)) return bare;
  const before = all.find((one) => one.passage_at === sentence.passage_at && one.at === sentence.at - 1);
  if (before === undefined || !isWholeSentence(before.text) || before.text.endsWith("?")) return sentence.text;
  const both = `${before.text} ${sentence.text}`;
  return both.length <= longestText ? both : sentence.text;
}
