import type { Json, JsonObject } from "../contracts/json.ts";
import type { Question } from "../contracts/question.ts";
import type { Refused } from "./match-answers.ts";

/** Asks which of several open questions a message answers. */
export function whichOneIsMeant(between: readonly Question[]): string {
  return `This could answer more than one open question. Which one do you mean? ${named(between)}`;
}

/** Says what was not taken of a message's answers, and what is still asked. */
export function whatWasNotTaken(
  refused: readonly Refused[],
  unknown: readonly string[],
  open: readonly Question[],
): string {
  const wrong = refused.map(({ key, why }) => `"${key}" was not taken: ${why}.`);
  const strange = unknown.map((key) => `There is no question "${key}".`);
  return [...wrong, ...strange, open.length === 0 ? "" : `Still open: ${named(open)}`]
    .filter((one) => one !== "")
    .join(" ");
}

/** What a question asks, what an answer may be, and what happens without one. */
export function explainQuestion(question: Question): string {
  const { text, schema, name, expires_at: until } = question;
  const time = until === undefined ? "" : new Date(until).toISOString().slice(0, 16).replace("T", " ");
  const otherwise =
    question.default === undefined
      ? `Without an answer by ${time} UTC the work stops.`
      : `Without an answer by ${time} UTC it goes on with ${JSON.stringify(question.default)}.`;
  const parts = [`I asked: ${text}`, `The answer ("${name}") is ${described(schema)}.`, time === "" ? "" : otherwise];
  return parts.filter((part) => part !== "").join(" ");
}

const named = (questions: readonly Question[]): string =>
  questions.map(({ name, text }) => `"${name}": ${text}`).join(" · ");

function described(schema: JsonObject): string {
  const { enum: options, type, format, description, minimum, maximum } = schema;
  if (Array.isArray(options)) return `one of ${options.map((option: Json) => JSON.stringify(option)).join(", ")}`;
  if (typeof description === "string") return description;
  const union = schema["anyOf"];
  if (Array.isArray(union)) return union.map((one) => described(one as JsonObject)).join(" or ");
  const from = typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER ? ` from ${minimum}` : "";
  const to = typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER ? ` up to ${maximum}` : "";
  const words: Readonly<Record<string, string>> = {
    boolean: "yes or no",
    integer: `a whole number${from}${to}`,
    number: `a number${from}${to}`,
    array: "a list",
    string: typeof format === "string" ? `text of the form ${format}` : "text",
  };
  return words[String(type)] ?? "a value of the given schema";
}
