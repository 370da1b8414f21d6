import { asSentence, shortened } from "../text/finish.ts";
import { isWholeSentence, sentencesOf } from "../text/sentences.ts";
import { contentStems, likeness } from "../text/stems.ts";
import { say } from "./sayings.ts";
import type { TurnView, Unit } from "./turn-view.ts";

const passagesQuoted = 2;
const quoteCharacters = 320;
/** Above this share of common words a sentence of the source is the claim itself. */
const sameAbove = 0.8;

/** What a claim rests on, in words: where it stands and what the source says beside it; names or ids where there are no words. */
export function groundsOf(claim: Unit, turn: TurnView): string {
  const passages = turn.evidence.filter(
    ({ id, text }) => claim.rests_on.includes(id) && sentencesOf(text).some(isWholeSentence),
  );
  if (passages.length > 0)
    return passages
      .slice(0, passagesQuoted)
      .map((passage) => groundIn(passage, claim, turn))
      .join(" ");
  const names = claim.rests_on.map(
    (id) => turn.sources.find((source) => source.id === id)?.name ?? evidenceName(id, turn),
  );
  const distinct = [...new Set(names)];
  return distinct.length > 0
    ? say("rests_on_ids", turn.language, { ids: distinct.join(", ") })
    : say("rests_on_nothing", turn.language);
}

function groundIn(passage: Unit, claim: Unit, turn: TurnView): string {
  const source = passage.source === "" ? passage.id : passage.source;
  const sentences = sentencesOf(passage.text);
  const stems = contentStems(claim.text);
  const at = sentences.findIndex(
    (sentence) => claim.text.includes(sentence) || likeness(contentStems(sentence), stems) > sameAbove,
  );
  if (at < 0)
    return say("rests_on", turn.language, { source, quote: shortened(nearest(sentences, stems), quoteCharacters) });
  const beside = [sentences[at + 1], sentences[at - 1]].find((one) => one !== undefined && !claim.text.includes(one));
  if (beside === undefined) return say("stands_alone", turn.language, { source });
  return say("stands_in", turn.language, { source, quote: shortened(asSentence(beside), quoteCharacters) });
}

/** The two sentences that share most words with the claim, in their order. */
function nearest(sentences: readonly string[], stems: readonly string[]): string {
  const scored = sentences.map((sentence) => ({ sentence, share: likeness(contentStems(sentence), stems) }));
  const best = scored.toSorted((a, b) => b.share - a.share).slice(0, 2);
  return scored
    .filter((one) => best.includes(one))
    .map(({ sentence }) => sentence)
    .join(" ");
}

function evidenceName(id: string, turn: TurnView): string {
  const found = turn.evidence.find((one) => one.id === id);
  const source = turn.sources.find((one) => id.startsWith(`${one.id}.`));
  return found?.source || source?.name || id;
}
