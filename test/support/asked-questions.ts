import type * as z from "zod";
import { toAsked } from "../../shared/agents/asked.ts";
import type { Ask } from "../../shared/agents/cell.ts";
import type { Question } from "../../shared/contracts/question.ts";
import { questionIdOf } from "../../shared/domain/questions/questions.ts";

/** The step that asks in tests. */
export const asker = {
  session_id: "ses_01J00000000000000000000001",
  turn: 1,
  dag_version: 1,
  step_id: "ask",
  work: "work-1",
} as const;

/** A question as it stands in the store. */
export function aQuestion(name: string, schema: z.ZodType, over: Partial<Question & Ask> = {}): Question {
  const { text = `What is the ${name}?`, default: otherwise, each_time, expires_in_ms, ...rest } = over;
  const [asked] = toAsked([
    {
      name,
      text,
      schema,
      ...(otherwise === undefined ? {} : { default: otherwise }),
      ...(each_time === undefined ? {} : { each_time }),
      ...(expires_in_ms === undefined ? {} : { expires_in_ms }),
    },
  ]);
  if (asked === undefined) throw new Error("nothing asked");
  const { step_id = asker.step_id, work = asker.work } = rest;
  return {
    ...asked,
    ...asker,
    id: questionIdOf({ ...asker, step_id, work }, asked),
    asked_seq: 10,
    asked_at: 0,
    status: "open",
    ...rest,
    schema: asked.schema,
  };
}
