import * as z from "zod";
import type { EventType } from "./event-type.ts";
import { EventId, RunId, SessionId } from "./ids.ts";
import { JsonObject } from "./json.ts";
import { Timestamp } from "./timestamp.ts";

const types = [
  "react_observation",
  "message",
  "progress",
  "revision_committed",
  "task_completed",
  "task_failed",
  "delivery",
  "run_completed",
  "run_failed",
  "run_canceled",
  "run_awaiting_input",
  "question_opened",
  "question_answered",
  "question_expired",
  "question_withdrawn",
  "followup_scheduled",
  "followup_moved",
  "followup_fired",
  "followup_closed",
] as const satisfies readonly EventType[];

/** One line of a run's history, as it is answered. */
export const EventView = z
  .object({
    id: EventId,
    session_id: SessionId,
    run_id: RunId,
    seq: z.int().positive().meta({ description: "Position in the session's history; send the last one as `after`." }),
    type: z.enum(types),
    payload: JsonObject,
    created_at: Timestamp,
  })
  .meta({ id: "Event" });
export type EventView = z.infer<typeof EventView>;
