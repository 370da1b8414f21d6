import type { JsonObject } from "../../../../shared/contracts/json.ts";
import { withoutForbidden } from "../text/forbidden.ts";
import { passagesIn, sentencesIn } from "../text/passages.ts";
import { rankSentences, withoutRepeats } from "../text/rank.ts";
import { topicOf } from "../text/topics.ts";

const countWhenUnsaid = 5;

/** The sentences that say most about the topic, best first, none of them twice. */
export function keyPoints(input: JsonObject): JsonObject {
  const topic = topicOf(typeof input["topic"] === "string" ? input["topic"] : "");
  const count = typeof input["count"] === "number" ? input["count"] : countWhenUnsaid;
  const ranked = rankSentences(sentencesIn(withoutForbidden(passagesIn(input["passages"]), input["rules"])), topic);
  const points = withoutRepeats(ranked, count).map(({ text, sentence }) => ({
    text,
    passage_ids: [sentence.passage.id],
  }));
  return { points };
}
