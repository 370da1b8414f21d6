import * as z from "zod";
import { FollowupView } from "./followup.ts";
import { AgentSlug, FollowupId, RunId, SessionId } from "./ids.ts";
import { JsonObject } from "./json.ts";
import { operatorActions } from "./operator-action.ts";
import { Timestamp } from "./timestamp.ts";
import { wakeSteps } from "./wake-history.ts";

/** A self-scheduled follow-up as operators see it: what its owner reads, and where it stands. */
export const OperatorFollowup = FollowupView.extend({
  session_id: SessionId,
  owner: z.string().meta({ description: "`sub` of the session's owner." }),
  depth: z.int().positive().meta({ description: "Follow-ups in its chain, itself included." }),
  root_id: FollowupId.meta({ description: "The first of its chain." }),
  created_at: Timestamp,
  rung_at: Timestamp.nullable().meta({ description: "Since when it waits for the conversation to be free." }),
  closed_at: Timestamp.nullable(),
  run_id: RunId.nullable().meta({ description: "The run it started." }),
  dropped_reason: z.string().nullable(),
}).meta({ id: "OperatorFollowup" });
export type OperatorFollowup = z.infer<typeof OperatorFollowup>;

/** One line of a follow-up's history. */
export const HistoryLine = z
  .object({
    at: Timestamp,
    step: z.enum(wakeSteps),
    by: z.object({
      type: z.enum(["agent", "owner", "operator", "system"]),
      id: z.string().nullable().meta({ description: "Slug of the agent, or `sub` of the person." }),
    }),
    details: JsonObject,
  })
  .meta({ id: "FollowupHistoryLine" });
export type HistoryLine = z.infer<typeof HistoryLine>;

/** Everything that happened to a follow-up, oldest first. */
export const FollowupHistory = z
  .object({ followup: OperatorFollowup, items: z.array(HistoryLine), next_cursor: z.null() })
  .meta({ id: "FollowupHistory" });
export type FollowupHistory = z.infer<typeof FollowupHistory>;

/** A chain of follow-ups that was stopped. */
export const KilledChain = z
  .object({ root_id: FollowupId, session_id: SessionId, cancelled: z.array(OperatorFollowup) })
  .meta({ id: "KilledChain", description: "No follow-up of this chain fires or is scheduled any more." });
export type KilledChain = z.infer<typeof KilledChain>;

/** Names of the queues, and of the queues of what they gave up on. */
export const QueueName = z.enum(["nudges", "tasks", "wakes"]);
export type QueueName = z.infer<typeof QueueName>;

/** What a queue gave up on. */
export const DeadLetterQueue = z
  .object({
    queue: QueueName,
    messages: z.int().min(0).meta({ description: "About how many there are." }),
    sample: z.array(
      z.object({
        message_id: z.string(),
        sent_at: Timestamp.nullable(),
        body: JsonObject.nullable().meta({
          description:
            "What it is about: ids, names of steps, the `input` of a wake-up. Null when it is no JSON object.",
        }),
      }),
    ),
  })
  .meta({ id: "DeadLetterQueue" });
export type DeadLetterQueue = z.infer<typeof DeadLetterQueue>;

/** What became of a redrive. */
export const Redriven = z.object({ queue: QueueName, moved: z.int().min(0) }).meta({
  id: "Redriven",
  description:
    "How many messages are back on their queue. Repeating is harmless: what a message asks for is done once.",
});
export type Redriven = z.infer<typeof Redriven>;

/** Something that somebody should have looked at by now. */
export const OverdueView = z
  .object({
    kind: z.enum(["session", "wake", "question"]),
    session_id: SessionId,
    followup_id: FollowupId.nullable(),
    since: Timestamp.meta({ description: "By when somebody should have looked." }),
    overdue_seconds: z.int().min(0),
  })
  .meta({ id: "Overdue" });
export type OverdueView = z.infer<typeof OverdueView>;

/** Something an operator did. */
export const OperatorActionView = z
  .object({
    id: z.string(),
    at: Timestamp,
    by: z.string().meta({ description: "`sub` of the operator." }),
    action: z.enum(operatorActions),
    agent: AgentSlug.nullable(),
    session_id: SessionId.nullable(),
    followup_id: FollowupId.nullable(),
    details: JsonObject,
  })
  .meta({ id: "OperatorAction" });
export type OperatorActionView = z.infer<typeof OperatorActionView>;
