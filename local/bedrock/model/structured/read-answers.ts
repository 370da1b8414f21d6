import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { hasNegation, plainWords } from "../../../../shared/domain/questions/answer-words.ts";
import { parseNumber } from "../../../../shared/domain/questions/read-number.ts";
import { cardinalNumber } from "../../../../shared/domain/references/reference-words.ts";
import { isObject } from "../request-view.ts";

/** What a message answers: the one option that it names, or the one number in it. What is not there is not answered. */
export function readAnswers(input: JsonObject): JsonObject {
  const { message, questions } = input;
  const text = typeof message === "string" ? message : "";
  if (hasNegation(plainWords(text))) return { answers: [] };
  const answers = (Array.isArray(questions) ? questions : []).flatMap((question: Json) => {
    if (!isObject(question) || !isObject(question["schema"])) return [];
    const value = valueIn(text, question["schema"]);
    return value === undefined ? [] : [{ id: question["id"] ?? "", value }];
  });
  // One number cannot be the answer to two questions.
  const values = answers.map(({ value }) => JSON.stringify(value));
  return { answers: answers.filter((_, index) => values.filter((one) => one === values[index]).length === 1) };
}

function valueIn(text: string, schema: JsonObject): Json | undefined {
  const options = schema["enum"] ?? schema["examples"];
  if (Array.isArray(options)) {
    const said = ` ${plainWords(text).join(" ")} `;
    const named = options.filter((option: Json) => said.includes(` ${plainWords(String(option)).join(" ")} `));
    if (named.length > 0) return named.length === 1 ? named[0] : undefined;
    const meant = options.filter((option: Json) => isNamedBy(plainWords(String(option)), plainWords(text)));
    return meant.length === 1 ? meant[0] : undefined;
  }
  if (schema["type"] === "integer" || schema["type"] === "number") return numberIn(text, schema["type"] === "integer");
  return undefined;
}

/** In another form of its words, as in another language: "la médiane" of "median". */
const isNamedBy = (option: readonly string[], said: readonly string[]): boolean =>
  option.length > 0 && option.every((word) => said.some((other) => isFormOf(word, other)));

function isFormOf(word: string, other: string): boolean {
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  return short.length >= 5 && long.startsWith(short) && long.length - short.length <= 2;
}

function numberIn(text: string, isWhole: boolean): number | undefined {
  const figures = text.match(/-?\d+(?:[.,]\d+)*/g) ?? [];
  const found = figures.length > 0 ? figures.map((one) => parseNumber(one, isWhole)) : inWords(text);
  return found.length === 1 ? (found[0] ?? undefined) : undefined;
}

/** Numbers in words; an article is none. */
function inWords(text: string): readonly (number | null)[] {
  const articles = new Set(["one", "un", "une", "una", "uno", "eins"]);
  return plainWords(text).flatMap((word) => (articles.has(word) ? [] : (cardinalNumber(word) ?? [])));
}
