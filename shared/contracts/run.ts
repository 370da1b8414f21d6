import * as z from "zod";
import { closedObject } from "./closed-object.ts";
import { AgentSlug, ArtifactId, EventId, FollowupId, QuestionId, RunId, SessionId, SourceId } from "./ids.ts";
import { OnBusyChoice } from "./on-busy-choice.ts";
import { SourceInputs } from "./source.ts";
import { SuggestionView } from "./suggestion.ts";
import { Timestamp } from "./timestamp.ts";
import { PersonText } from "./wire-text.ts";

/** Body of `POST /api/runs`. */
export const StartRun = closedObject({
  agent: AgentSlug,
  input: PersonText.meta({ description: "What the run is to do, 1 byte to 256 KB." }),
  session_id: SessionId.optional().meta({ description: "The session to run in; a new one if absent." }),
  sources: SourceInputs.optional().meta({
    description:
      "What the run works on. Absent: the sources of the session's latest run before it, in a new session none. An empty list: none.",
  }),
  on_busy: OnBusyChoice.optional(),
}).meta({ id: "StartRun" });
export type StartRun = z.infer<typeof StartRun>;

/** Body of `POST /api/runs/{run_id}/cancel`; none means `keep`. */
export const CancelRun = closedObject({
  work: z.enum(["keep", "discard"]).default("keep").meta({
    description:
      "What becomes of what the canceled version made: later versions may reuse it, or they reuse nothing of it and build on what was delivered last.",
  }),
})
  .optional()
  .meta({ id: "CancelRun", description: "How a run is canceled." });

/** What a run may be in. */
const RunStatusView = z.enum(["planned", "queued", "running", "awaiting_input", "completed", "failed", "canceled"]);

/** Answer of `POST /api/runs`. */
export const RunAccepted = z
  .object({
    id: RunId,
    session_id: SessionId,
    status: z.literal("planned"),
    event_id: EventId.meta({ description: "The entry that waits in the mailbox until the run starts." }),
    seq: z.int().positive(),
  })
  .meta({ id: "RunAccepted", description: "The run will start; `Location` is where to look." });
export type RunAccepted = z.infer<typeof RunAccepted>;

/** Who caused a run or an entry. */
export const OriginView = z
  .object({
    type: z.enum(["person", "wake", "system"]),
    followup_id: FollowupId.optional().meta({ description: "The self-scheduled follow-up, for `wake`." }),
  })
  .meta({ id: "Origin", description: "Who caused it: the owner, a self-scheduled follow-up, or the system." });
export type OriginView = z.infer<typeof OriginView>;

const FailureView = z.object({ code: z.string(), message: z.string() });

const WakeView = z.object({
  followup_id: FollowupId,
  reason: z.string(),
  due_at: Timestamp,
  fired_at: Timestamp,
  scheduled_by_run_id: RunId,
  depth: z.int().nonnegative(),
});

/** A run as it is answered. */
export const RunView = z
  .object({
    id: RunId,
    session_id: SessionId,
    turn_index: z.int().positive(),
    parent_run_id: RunId.nullable(),
    agent: AgentSlug,
    status: RunStatusView,
    dag_version: z.int().nonnegative().meta({ description: "Newest committed plan; 0 before the first." }),
    input: z.string(),
    source_ids: z.array(SourceId),
    origin: OriginView,
    delivery_id: ArtifactId.nullable().meta({ description: "The artifact to read, of the newest delivered version." }),
    failure: FailureView.nullable(),
    wake: WakeView.nullable().meta({ description: "What a woken run was woken for." }),
    suggestions: z
      .array(SuggestionView)
      .meta({ description: "Follow-ups suggested with the newest delivery; withdrawn ones come last." }),
    waiting: z.int().nonnegative().meta({ description: "Follow-ups to this run that have not been taken in yet." }),
    open_question_ids: z.array(QuestionId).meta({ description: "What it asks; it rests while nothing else goes on." }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Run", description: "One execution turn of a session." });
export type RunView = z.infer<typeof RunView>;
