import * as z from "zod";
import { ArtifactId, EventId, FollowupId, SessionId } from "./ids.ts";
import { limits } from "./limits.ts";

/** Body of a message on the nudges queue. */
export const NudgeMessage = z.object({
  session_id: SessionId,
  tend: z.boolean().optional(),
  turn: z.int().positive().optional(),
  idle_before: z.int().positive().optional(),
});

const StepId = z.string().min(1).max(100);

/** Body of a message on the tasks queue. */
export const TaskQueueMessage = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("step"),
    session_id: SessionId,
    turn: z.int().positive(),
    dag_version: z.int().positive(),
    step_id: StepId,
    needs: z
      .array(z.object({ step_id: StepId, artifact_id: ArtifactId.optional(), reused: z.literal(true).optional() }))
      .max(limits.needsInMessage)
      .optional(),
  }),
  z.object({ kind: z.literal("answer"), session_id: SessionId, event_id: EventId }),
]);

/** Body of a message on the wakes queue, and the input of a bell. */
export const RingQueueMessage = z.object({ session_id: SessionId, followup_id: FollowupId });

/** Input of the sweeper. `ahead_seconds`: also what will have to be looked at within that time. */
export const SweepInput = z.object({ ahead_seconds: z.int().min(0).max(86_400).default(0) });
