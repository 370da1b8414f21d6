import type { JsonObject } from "../../../../shared/contracts/json.ts";
import { withoutForbidden } from "../text/forbidden.ts";
import { passagesIn, sentencesIn } from "../text/passages.ts";
import { type Ranked, rankSentences, withoutRepeats } from "../text/rank.ts";
import { listedWeight, topicOf } from "../text/topics.ts";

const countWhenUnsaid = 5;

/**
 * The sentences that say most about the topic, best first, none of them twice. Where the topic asks for several of
 * something ("the principles of …"), those that name one come first.
 */
export function keyPoints(input: JsonObject): JsonObject {
  const asked = typeof input["topic"] === "string" ? input["topic"] : "";
  const topic = topicOf(asked);
  const count = typeof input["count"] === "number" ? input["count"] : countWhenUnsaid;
  const ranked = rankSentences(sentencesIn(withoutForbidden(passagesIn(input["passages"]), input["rules"])), topic);
  const points = withoutRepeats(listedFirst(ranked, listedWeight(asked)), count).map(({ text, sentence }) => ({
    text,
    passage_ids: [sentence.passage.id],
  }));
  return { points };
}

function listedFirst(ranked: readonly Ranked[], weightOf: (stems: readonly string[]) => number): readonly Ranked[] {
  const weighed = ranked.map((one) => ({ one, by: weightOf(one.sentence.stems) }));
  // One alone is named by chance.
  if (weighed.filter(({ by }) => by > 1).length < 2) return ranked;
  return weighed
    .map(({ one, by }) => ({ ...one, weight: one.weight * by }))
    .toSorted((one, other) => other.weight - one.weight);
}
