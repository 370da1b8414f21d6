import type { AskModel, StructuredQuestion } from "../../shared/agents/ask-model.ts";
import type { Json, JsonObject } from "../../shared/contracts/json.ts";

/** A model that only repeats sentences of the passages it is given. It counts what it is asked. */
export type FakeModel = AskModel & { readonly asked: readonly { readonly name: string; readonly input: JsonObject }[] };

/** Answers the writing questions of the cells from their passages; the same question always gets the same answer. */
export function fakeModel(): FakeModel {
  const asked: { name: string; input: JsonObject }[] = [];
  return {
    asked,
    usage: { input_tokens: 0, output_tokens: 0, calls: 0 },
    structured: async <T>({ name, input, schema }: StructuredQuestion<T>): Promise<T> => {
      asked.push({ name, input });
      return schema.parse(answerTo(name, input));
    },
  };
}

type Passage = { readonly id: string; readonly text: string };

function answerTo(name: string, input: JsonObject): JsonObject {
  const passages = passagesIn(input);
  switch (name) {
    case "key_points":
      return { points: best(passages, String(input["topic"]), Number(input["count"])) };
    case "write_section":
      return { claims: best(passages, String(input["topic"]), 3).filter(({ hits }) => hits > 0) };
    case "expand_point":
      return { paragraphs: best(passages, JSON.stringify(input["point"]), 2) };
    default:
      throw new Error(`the fake model does not answer ${name}`);
  }
}

function passagesIn(input: JsonObject): readonly Passage[] {
  const list = input["passages"];
  return Array.isArray(list) ? list.map((passage: Json) => passage as Passage) : [];
}

/** The first sentence of the passages that share most words with the topic, in reading order among equals. */
function best(passages: readonly Passage[], topic: string, count: number) {
  const wanted = new Set(wordsOf(topic));
  return passages
    .map(({ id, text }) => ({
      text: text.split(/(?<=[.!?])\s/)[0] ?? text,
      passage_ids: [id],
      hits: wordsOf(text).filter((word) => wanted.has(word)).length,
    }))
    .toSorted((one, other) => other.hits - one.hits)
    .slice(0, count);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
}
