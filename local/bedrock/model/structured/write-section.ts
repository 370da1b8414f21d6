import type { JsonObject } from "../../../../shared/contracts/json.ts";
import { withoutForbidden } from "../text/forbidden.ts";
import { passagesIn, type Sentence, sentencesIn } from "../text/passages.ts";
import { rankSentences, withoutRepeats } from "../text/rank.ts";
import { isRelated } from "../text/stems.ts";
import { relevance, type Topic, topicOf } from "../text/topics.ts";

const claimsAtMost = 5;
/** How much more it counts in a section than among key points that a sentence is about the topic. */
const aboutness = 1.5;

/** What the passages say about the topic; nothing when they do not speak of it. */
export function writeSection(input: JsonObject): JsonObject {
  const topic = topicOf(typeof input["topic"] === "string" ? input["topic"] : "");
  const speaking = sentencesIn(withoutForbidden(passagesIn(input["passages"]), input["rules"]));
  // Of a topic of several words a sentence has to speak of half.
  const least = Math.max(0.7, Math.min(topic.words.length / 2, 2));
  const ranked = rankSentences(speaking, topic)
    .map((one) => ({ ...one, weight: one.weight + aboutness * relevance(topic, one.sentence.stems) }))
    .filter(({ sentence }) => spokenOf(sentence, speaking, topic) >= least && tells(sentence, speaking, topic));
  const claims = withoutRepeats(ranked, claimsAtMost).map(({ text, sentence }) => ({
    text,
    passage_ids: [sentence.passage.id],
  }));
  return { claims };
}

/** Of a topic of several words a sentence has to hold the telling ones: "power" alone does not speak of solar power. */
function tells({ stems }: Sentence, all: readonly Sentence[], { words, related }: Topic): boolean {
  if (words.length < 2 || stems.some((stem) => related.has(stem))) return true;
  const holds = (word: string, other: Sentence) => other.stems.some((stem) => isRelated(word, stem));
  const worth = words.map((word) => Math.log1p(all.length / Math.max(1, all.filter((one) => holds(word, one)).length)));
  const known = words.map((word) => stems.some((stem) => isRelated(word, stem)));
  const whole = worth.reduce((sum, one) => sum + one, 0);
  const own = worth.reduce((sum, one, index) => sum + (known[index] ? one : 0), 0);
  return own === 0 || own >= whole / 2;
}

/** A sentence beside ones that speak of the topic belongs to it to some degree. */
function spokenOf(sentence: Sentence, all: readonly Sentence[], topic: Topic): number {
  const beside = all.filter((other) => other.passage === sentence.passage && Math.abs(other.at - sentence.at) === 1);
  const around = beside.reduce((sum, { stems }) => sum + Math.min(relevance(topic, stems), 2), 0);
  return relevance(topic, sentence.stems) + 0.45 * around;
}
