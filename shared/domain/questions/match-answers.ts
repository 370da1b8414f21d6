import type { Json, JsonObject } from "../../contracts/json.ts";
import type { Question } from "../../contracts/question.ts";
import { plainWords } from "./answer-words.ts";
import type { Given } from "./questions.ts";
import { readAnswer } from "./read-answer.ts";

/** Checks a value against a question's JSON Schema; says in words what is wrong with it. */
export type Fits = (
  schema: JsonObject,
  value: Json,
) => { readonly ok: true } | { readonly ok: false; readonly why: string };

/** Why an answer was not taken. */
export type Why =
  | { readonly kind: "not_asked" }
  | { readonly kind: "same_name"; readonly ids: readonly string[] }
  /** "The other one", and there is more than one other. */
  | { readonly kind: "which_option"; readonly options: readonly Json[] }
  /** `detail`: what is wrong, in English. */
  | { readonly kind: "does_not_fit"; readonly schema: JsonObject; readonly detail: string };

/** An answer that was not taken, with the name or id that it goes by. */
export type Refused = { readonly key: string; readonly why: Why };

/** What a message answers. */
export type Match =
  | { readonly kind: "none" }
  /** It could be the answer to each of these. */
  | { readonly kind: "ambiguous"; readonly between: readonly Question[] }
  /** `unknown`: names that no question has. At least one list is not empty. */
  | {
      readonly kind: "answers";
      readonly given: readonly Given[];
      readonly refused: readonly Refused[];
      readonly unknown: readonly string[];
      /** Absent when rules read it. */
      readonly by?: "model";
    };

const none: Match = { kind: "none" };

/**
 * Answers by the id or the name of their question. A name that several open questions have is refused, since it could be
 * any of them. Text is read as the schema wants it.
 */
export function matchNamed(answers: JsonObject, questions: readonly Question[], fits: Fits): Match {
  const given: Given[] = [];
  const refused: Refused[] = [];
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(answers)) {
    const named = candidates(key, questions);
    const [question] = named;
    if (question === undefined) unknown.push(key);
    else if (question.status === "withdrawn") refused.push({ key, why: { kind: "not_asked" } });
    else if (named.length > 1) refused.push({ key, why: { kind: "same_name", ids: named.map(({ id }) => id) } });
    else {
      const taken = take(question, value, fits);
      if (taken.ok) given.push({ question, value: taken.value });
      else refused.push({ key, why: { kind: "does_not_fit", schema: question.schema, detail: taken.why } });
    }
  }
  return { kind: "answers", given, refused, unknown };
}

/** By id; by name those that are open, or else the one that was asked last. */
function candidates(key: string, questions: readonly Question[]): readonly Question[] {
  const byId = questions.filter(({ id }) => id === key);
  if (byId.length > 0) return byId;
  const named = questions.filter(({ name, status }) => name === key && status !== "withdrawn");
  const open = named.filter(({ status }) => status === "open");
  if (open.length > 0) return open;
  return named.toSorted((one, other) => other.asked_seq - one.asked_seq).slice(0, 1);
}

type Taken = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: string };

function take(question: Question, value: Json, fits: Fits): Taken {
  const checked = fits(question.schema, value);
  if (checked.ok) return { ok: true, value };
  const read = typeof value === "string" ? readAnswer(value, question) : null;
  return read !== null && fits(question.schema, read.value).ok ? { ok: true, value: read.value } : checked;
}

/** How words are read. `takesAnyWords`: the message may be the answer to a question that any words would fit. */
type Reader = { readonly fits: Fits; readonly takesAnyWords: boolean };

/**
 * Answers in a person's own words. Each line may answer a question of its own: `name: value`, or words that fit one
 * question only. Words that fit the schemas of several questions are ambiguous.
 */
export function matchText(text: string, questions: readonly Question[], by: Reader): Match {
  if (questions.length === 0) return none;
  const lines = text.split(/\n+|;\s+/).filter((line) => line.trim() !== "");
  const labelled = namedLines(lines, questions);
  if (labelled !== null) return matchNamed(labelled, questions, by.fits);
  const whole = matchOne(text, questions, by);
  if (whole.kind === "answers" || lines.length < 2) return whole;
  return matchLines(lines, questions, by.fits) ?? whole;
}

/** `topic: rainfall`, line by line; null when a line is not like that. */
function namedLines(lines: readonly string[], questions: readonly Question[]): JsonObject | null {
  const found: Record<string, Json> = {};
  for (const line of lines) {
    const [, label = "", value = ""] = /^\s*([^:=]{1,80}?)\s*[:=]\s*(.+)$/s.exec(line) ?? [];
    const words = plainWords(label).join(" ");
    const question = questions.find(
      ({ id, name }) => id === label.trim() || plainWords(name.replaceAll("_", " ")).join(" ") === words,
    );
    if (question === undefined || words === "") return null;
    found[label.trim() === question.id ? question.id : question.name] = value.trim();
  }
  return lines.length === 0 ? null : found;
}

function matchOne(text: string, questions: readonly Question[], { fits, takesAnyWords }: Reader): Match {
  const read = questions.flatMap((question) => {
    const reading = readAnswer(text, question);
    return reading !== null && fits(question.schema, reading.value).ok ? [{ question, ...reading }] : [];
  });
  const [only] = read;
  if (only === undefined) return none;
  if (read.length > 1) {
    const isTelling = read.some(({ is_free }) => !is_free);
    return isTelling || takesAnyWords ? { kind: "ambiguous", between: read.map(({ question }) => question) } : none;
  }
  // That they fit says nothing if any words do.
  if (only.is_free && !takesAnyWords) return none;
  return { kind: "answers", given: [{ question: only.question, value: only.value }], refused: [], unknown: [] };
}

/** Every line answers another question, or none does. */
function matchLines(lines: readonly string[], questions: readonly Question[], fits: Fits): Match | null {
  const given: Given[] = [];
  for (const line of lines) {
    const match = matchOne(line, questions, { fits, takesAnyWords: false });
    if (match.kind !== "answers") return null;
    given.push(...match.given);
  }
  const answered = new Set(given.map(({ question }) => question.id));
  return answered.size === given.length ? { kind: "answers", given, refused: [], unknown: [] } : null;
}
