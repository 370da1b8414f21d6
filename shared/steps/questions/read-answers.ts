import * as z from "zod";
import type { AskModel } from "../../agents/ask-model.ts";
import { READ_ANSWERS_PROMPT } from "../../agents/prompts.ts";
import type { Json, JsonObject } from "../../contracts/json.ts";
import { limits } from "../../contracts/limits.ts";
import type { Question } from "../../contracts/question.ts";
import { plainWords } from "../../domain/questions/answer-words.ts";
import type { Fits, Match } from "../../domain/questions/match-answers.ts";
import { isFault } from "../../errors/fault.ts";

const ReadAnswers = z.strictObject({
  answers: z.array(z.strictObject({ id: z.string(), value: z.json() })).max(10),
});

/**
 * What a message answers that no rule can read ("something like forty, I guess"), as the model reads it. An approval is
 * never read by the model, and neither is a yes or no: those are given in so many words, or by name. What does not fit the
 * question's schema, or is not in the message, is no answer; without a usable model there is none.
 */
export async function readAnswers(
  ask: AskModel,
  message: string,
  questions: readonly Question[],
  fits: Fits,
): Promise<Match> {
  const open = questions.filter(mayBeRead);
  if (open.length === 0) return { kind: "none" };
  try {
    const { answers } = await ask.structured({
      name: "read_answers",
      system: READ_ANSWERS_PROMPT,
      input: { message, questions: open.map(({ id, name, text, schema }) => ({ id, name, text, schema })) },
      schema: ReadAnswers,
      time_ms: limits.foldRoutingMs,
    });
    const given = answers.flatMap(({ id, value }) => {
      const question = open.find((one) => one.id === id);
      const isGood = question !== undefined && fits(question.schema, value).ok && isSaid(value, question, message);
      return isGood ? [{ question, value }] : [];
    });
    const isOnce = new Set(given.map(({ question }) => question.id)).size === given.length;
    return given.length > 0 && isOnce
      ? { kind: "answers", given, refused: [], unknown: [], by: "model" }
      : { kind: "none" };
  } catch (error) {
    if (!isFault(error)) throw error;
    return { kind: "none" };
  }
}

/** True unless it asks for a yes or no, or for an approval. */
const mayBeRead = ({ schema, each_time }: Question): boolean => each_time !== true && !allowsBoolean(schema);

function allowsBoolean(schema: JsonObject): boolean {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) return anyOf.some((one) => allowsBoolean(one as JsonObject));
  return (
    type === "boolean" || (Array.isArray(type) && type.includes("boolean")) || typeof schema["const"] === "boolean"
  );
}

/** Free text is taken from the message and not made up; other values are bound by their schema. */
function isSaid(value: Json, { schema }: Question, message: string): boolean {
  if (typeof value !== "string" || schema["enum"] !== undefined || schema["const"] !== undefined) return true;
  if (schema["format"] === "date" || schema["format"] === "date-time") return true;
  const said = ` ${plainWords(message).join(" ")} `;
  return said.includes(` ${plainWords(value).join(" ")} `);
}
