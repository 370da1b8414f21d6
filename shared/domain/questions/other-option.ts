import type { Json } from "../../contracts/json.ts";
import type { Question } from "../../contracts/question.ts";
import type { Match } from "./match-answers.ts";

/**
 * What "no, the other one" says to what a run asked: the other of two options, if its answer was the last thing that
 * happened to the run (`isLatest`); which of several it is, is asked. Null when no choice is spoken of. An approval is never turned round
 * like this.
 */
export function otherOption(asked: readonly Question[], isLatest: (question: Question) => boolean): Match | null {
  const choices = asked.filter((question) => optionsOf(question).length > 0 && question.each_time !== true);
  const open = choices.filter(({ status }) => status === "open");
  const [question] = open.length > 0 ? open : lastAnswered(choices).filter(isLatest);
  if (question === undefined) return null;
  const others = optionsOf(question).filter((option) => option !== question.answer);
  const [other] = others;
  const nothing = { kind: "answers", given: [], refused: [], unknown: [] } as const;
  if (question.status === "answered" && other !== undefined && others.length === 1)
    return { ...nothing, given: [{ question, value: other }] };
  return { ...nothing, refused: [{ key: question.name, why: { kind: "which_option", options: others } }] };
}

function lastAnswered(choices: readonly Question[]): readonly Question[] {
  const answered = choices.filter(({ status }) => status === "answered");
  return answered.toSorted((one, other) => (other.closed_at ?? 0) - (one.closed_at ?? 0)).slice(0, 1);
}

function optionsOf({ schema }: Question): readonly Json[] {
  const { enum: options } = schema;
  return Array.isArray(options) ? options : [];
}
