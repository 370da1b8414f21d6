import type { Json, JsonObject } from "../../contracts/json.ts";
import type { Question } from "../../contracts/question.ts";
import type { Language } from "../text/language.ts";
import type { Refused, Why } from "./match-answers.ts";
import { type QuestionPhrases, questionPhrases } from "./question-phrases.ts";

/** Asks which of several open questions a message answers. */
export function whichOneIsMeant(between: readonly Question[], language: Language): string {
  return `${questionPhrases[language].whichQuestion} ${named(between)}`;
}

/** Asks to name what is meant by a correction that could mean anything. */
export const pleaseNameIt = (language: Language): string => questionPhrases[language].nameIt;

/** Says of questions that nobody answered them in time, and that they can still be answered. */
export const answeredTooLate = (missed: readonly Question[], language: Language): string =>
  filled(questionPhrases[language].tooLate, { text: missed.map(({ text }) => text).join(" ") });

/** Answers that were not taken, names that no question has, and what is asked still. */
export type NotTaken = {
  readonly refused: readonly Refused[];
  readonly unknown: readonly string[];
  readonly open: readonly Question[];
};

/** Says what was not taken of a message's answers, and what is still asked. */
export function whatWasNotTaken({ refused, unknown, open }: NotTaken, language: Language): string {
  const phrases = questionPhrases[language];
  const wrong = refused.map(({ key, why }) => filled(phrases.notTaken, { key, why: reasonOf(why, phrases, language) }));
  const strange = unknown.map((key) => filled(phrases.unknown, { key }));
  return [...wrong, ...strange, open.length === 0 ? "" : `${phrases.stillOpen} ${named(open)}`]
    .filter((one) => one !== "")
    .join(" ");
}

function reasonOf(why: Why, phrases: QuestionPhrases, language: Language): string {
  switch (why.kind) {
    case "not_asked":
      return phrases.notAsked;
    case "same_name":
      return filled(phrases.sameName, { list: why.ids.join(", ") });
    case "which_option":
      return filled(phrases.whichOption, { list: listed(why.options) });
    case "does_not_fit": {
      const must = filled(phrases.must, { kind: described(why.schema, phrases) });
      // What exactly is wrong is only known in English.
      return language === "en" ? `${must} (${why.detail})` : must;
    }
  }
}

/** What a question asks, what an answer may be, and what happens without one. */
export function explainQuestion(question: Question, language: Language): string {
  const phrases = questionPhrases[language];
  const { text, schema, name, expires_at: until } = question;
  const parts = [
    filled(phrases.asked, { text }),
    filled(phrases.answerIs, { name, kind: described(schema, phrases) }),
    until === undefined ? "" : withoutAnswer(question, until, phrases),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function withoutAnswer({ default: otherwise }: Question, until: number, { stops, goesOn }: QuestionPhrases): string {
  const time = new Date(until).toISOString().slice(0, 16).replace("T", " ");
  return otherwise === undefined ? filled(stops, { time }) : filled(goesOn, { time, value: JSON.stringify(otherwise) });
}

const named = (questions: readonly Question[]): string =>
  questions.map(({ name, text }) => `"${name}": ${text}`).join(" · ");

const listed = (options: readonly Json[]): string => options.map((option) => JSON.stringify(option)).join(", ");

function described(schema: JsonObject, phrases: QuestionPhrases): string {
  const { enum: options, type, format, description, minimum, maximum } = schema;
  if (Array.isArray(options)) return filled(phrases.oneOf, { list: listed(options) });
  if (typeof description === "string") return description;
  const union = schema["anyOf"];
  if (Array.isArray(union)) {
    return union.map((one) => described(one as JsonObject, phrases)).join(` ${phrases.or} `);
  }
  const { types } = phrases;
  if (type === "string" && typeof format === "string") return filled(phrases.form, { format });
  const kind = types[isKnown(type, types) ? type : "other"];
  if (type !== "integer" && type !== "number") return kind;
  const from = typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER;
  const to = typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER;
  const bounds = [
    from ? filled(phrases.from, { number: String(minimum) }) : "",
    to ? filled(phrases.upTo, { number: String(maximum) }) : "",
  ];
  return [kind, ...bounds].filter((one) => one !== "").join(" ");
}

const isKnown = <T extends object>(type: Json | undefined, types: T): type is keyof T & string =>
  typeof type === "string" && Object.hasOwn(types, type);

/** A phrase with its places filled in; what is filled in is never read as a place. */
function filled(phrase: string, values: Readonly<Record<string, string>>): string {
  return phrase.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
