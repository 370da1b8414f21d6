import * as z from "zod";
import { EventId, QuestionId, RunId, SessionId } from "./ids.ts";
import { Json, JsonObject } from "./json.ts";
import { Timestamp } from "./timestamp.ts";

/** Something a run asks or asked the person, as it is answered. */
export const QuestionView = z
  .object({
    id: QuestionId.meta({ description: "What a message's `answers` may name it by." }),
    session_id: SessionId,
    run_id: RunId,
    dag_version: z.int().positive().meta({ description: "The version in which it was asked last." }),
    step_id: z.string(),
    name: z.string().meta({ description: "What `answers` may name it by while no other open question has that name." }),
    text: z.string(),
    schema: JsonObject.meta({ description: "JSON Schema of the answer." }),
    default: Json.optional().meta({ description: "Used when the time is over; without one the run fails then." }),
    expires_at: Timestamp.nullable(),
    status: z.enum(["open", "answered", "expired", "withdrawn"]),
    answer: Json.optional().meta({ description: "What was answered, or the default that was used." }),
    answered_by: EventId.nullable().meta({ description: "The message that answered it." }),
    asked_at: Timestamp,
    closed_at: Timestamp.nullable(),
  })
  .meta({ id: "Question", description: "An open request for missing input, or what became of one." });
export type QuestionView = z.infer<typeof QuestionView>;
