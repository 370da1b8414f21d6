import type { Json } from "../../../../shared/contracts/json.ts";
import { isObject } from "../request-view.ts";
import { asSentence } from "./finish.ts";
import { isProse, isWholeSentence, sentencesOf } from "./sentences.ts";
import { contentStems } from "./stems.ts";

export type Passage = { readonly id: string; readonly source: string; readonly text: string };

/** One sentence of a passage, with what is needed to weigh it. */
export type Sentence = {
  readonly text: string;
  readonly passage: Passage;
  /** Place among the sentences of its passage, from 0. */
  readonly at: number;
  /** Place of its passage among all, from 0. */
  readonly passage_at: number;
  readonly stems: readonly string[];
  /** False for a line of a list or a note that was made into a sentence. */
  readonly whole: boolean;
};

/** The passages of an input; what has no id or no text is passed over. */
export function passagesIn(value: Json | undefined): readonly Passage[] {
  return (Array.isArray(value) ? value : []).flatMap((one: Json) => {
    if (!isObject(one) || typeof one["id"] !== "string" || typeof one["text"] !== "string") return [];
    return [{ id: one["id"], source: typeof one["source"] === "string" ? one["source"] : "", text: one["text"] }];
  });
}

/**
 * The sentences of passages that can stand in a text. Where a passage has none, as in lists and notes, its lines are made
 * into sentences. The same sentence twice counts once, where it stands first.
 */
export function sentencesIn(passages: readonly Passage[]): readonly Sentence[] {
  const seen = new Set<string>();
  return passages.flatMap((passage, passageAt) => {
    const all = sentencesOf(passage.text).filter(isProse);
    const whole = all.filter(isWholeSentence);
    const usable =
      whole.length > 0 ? whole : all.filter((line) => (line.match(/\p{L}+/gu) ?? []).length >= 3).map(asSentence);
    return usable.flatMap((text): readonly Sentence[] => {
      const key = text.toLowerCase();
      if (seen.has(key)) return [];
      seen.add(key);
      return [
        {
          text,
          passage,
          at: all.findIndex((one) => asSentence(one) === asSentence(text)),
          passage_at: passageAt,
          stems: contentStems(text),
          whole: whole.length > 0,
        },
      ];
    });
  });
}
