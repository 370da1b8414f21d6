import * as z from "zod";
import { JsonObject } from "../contracts/json.ts";
import type { Asked } from "../contracts/question.ts";

/** The built-in cell that asks for what a plan lacks; nothing else is planned until it is answered. */
export const FORM = "form";

/** Grows when the same form would now be filled in differently. */
export const formVersion = 1;

const Field: z.ZodType<Asked> = z.strictObject({
  name: z.string(),
  text: z.string(),
  schema: JsonObject,
  default: z.json().optional(),
  expires_in_ms: z.number().optional(),
  each_time: z.boolean().optional(),
});

const Form = z.strictObject({ questions: z.array(Field).min(1) });

/** What a `form` asks. */
export const formArgs: z.ZodType<JsonObject> = Form as unknown as z.ZodType<JsonObject>;

/** The questions of a form that have no answer yet. */
export function unanswered(args: JsonObject, answers: JsonObject): readonly Asked[] {
  return Form.parse(args).questions.filter(({ name }) => !Object.hasOwn(answers, name));
}
