import * as z from "zod";
import {
  Anchor,
  Counter,
  Depth,
  Duration,
  Entry,
  Event,
  Failure,
  Moment,
  Origin,
  Route,
  Seq,
  Sources,
  Turn,
  Verdict,
  Version,
  WakeNote,
} from "./document-parts.ts";
import { ArtifactId, EventId, FollowupId, QuestionId, RunId, SourceId } from "./ids.ts";
import { Json, JsonObject } from "./json.ts";
import { limits } from "./limits.ts";
import { LAST_MOMENT } from "./timestamp.ts";
import { dropReasons } from "./wake.ts";
import { wakeSteps } from "./wake-history.ts";

/** What stands in a key of the table, which ends at 1 KB. */
const Name = z.string().min(1).max(200);
const StepId = z.string().min(1).max(300);

const Run = z.object({
  turn: Turn,
  agent: z.string(),
  status: z.enum(["planned", "queued", "running", "awaiting_input", "completed", "failed", "canceled"]),
  dag_version: Version,
  rev: Counter,
  input_text: z.string(),
  parent_turn: Turn.optional(),
  source_ids: Sources,
  origin: Origin,
  created_at: Moment,
  updated_at: Moment,
  delivery_id: ArtifactId.optional(),
  delivered_version: Version.optional(),
  discarded: z.array(Version).max(limits.discardedVersions).optional(),
  failure: Failure.optional(),
  suggestions: z
    .array(
      z.object({ text: z.string(), route: Route, anchor: z.string().nullable(), withdrawn_by: Version.optional() }),
    )
    .optional(),
  open_questions: z.array(QuestionId).optional(),
  answers: z.record(z.string(), z.object({ work: z.string(), values: JsonObject })).optional(),
  wake: WakeNote.optional(),
});

const node = {
  step_id: StepId,
  cell_id: z.string(),
  title: z.string(),
  args: JsonObject,
  depends_on: z.array(z.string()),
};

const Revision = z.object({
  turn: Turn,
  dag_version: Version,
  base_version: Version,
  nodes: z.array(z.object(node)),
  brief: JsonObject,
  source_ids: Sources,
  added: z.array(z.object({ step_id: StepId, because: z.enum(["new", "changed", "inputs_changed", "unfinished"]) })),
  reused: z.array(z.string()),
  reused_artifacts: z.array(ArtifactId).optional(),
  dropped: z.array(z.string()),
  caused_by: z.array(
    z.object({
      event_id: EventId,
      seq: Seq,
      text: z.string(),
      verdict: Verdict.nullable(),
      became: Json,
      superseded_by: EventId.nullable(),
    }),
  ),
  committed_at: Moment,
});

const Task = z.object({
  ...node,
  turn: Turn,
  dag_version: Version,
  order_index: z.int().nonnegative(),
  status: z.enum(["pending", "running", "done", "failed"]),
  waiting_on: z.array(z.string()),
  waiting_input: z.array(QuestionId).optional(),
  dependants: z.array(z.string()),
  reused_inputs: z.array(z.object({ step_id: StepId, artifact_id: ArtifactId })).optional(),
  delivers: z.boolean(),
  artifact_id: ArtifactId.optional(),
  reused: z.boolean().optional(),
  error: Failure.optional(),
  claims: z.int().optional(),
  failures: z.int().optional(),
  started_at: Moment.optional(),
  finished_at: Moment.optional(),
});

const Work = z.object({
  turn: Turn,
  work: Name,
  status: z.enum(["running", "done"]),
  artifact_id: ArtifactId.optional(),
  dag_version: Version.optional(),
  fresh_until: Moment.optional(),
});

const Artifact = z
  .object({
    id: ArtifactId,
    turn: Turn,
    dag_version: Version,
    step_id: StepId,
    cell_id: z.string(),
    kind: z.enum(["output", "delivery", "answer"]),
    content: Json,
    rests_on: z.array(z.string()),
    as_of: Moment,
    max_age_ms: Duration.optional(),
    created_at: Moment,
  })
  .refine(({ as_of, max_age_ms = 0 }) => as_of + max_age_ms <= LAST_MOMENT, {
    path: ["max_age_ms"],
    error: "must end before the year 10000",
  });

const Question = z.object({
  id: QuestionId,
  turn: Turn,
  dag_version: Version,
  step_id: StepId,
  name: z.string(),
  text: z.string(),
  schema: JsonObject,
  default: Json.optional(),
  expires_in_ms: Duration.optional(),
  each_time: z.boolean().optional(),
  work: z.string(),
  asked_seq: z.int().nonnegative(),
  asked_at: Moment,
  expires_at: Moment.optional(),
  status: z.enum(["open", "answered", "expired", "withdrawn"]),
  answer: Json.optional(),
  answered_by: EventId.optional(),
  said: z.string().optional(),
  closed_at: Moment.optional(),
});

const Memory = z.object({
  id: Name,
  source_run_id: RunId,
  kind: z.enum(["summary", "preference", "delivery", "error", "source"]),
  text: z.string(),
  importance: z.number(),
  version: Counter,
  created_at: Moment,
  pinned: z.literal(true).optional(),
  withdrawn: z.literal(true).optional(),
  refs: z.array(z.string()),
});

const Wake = z.object({
  followup_id: FollowupId,
  from_agent: z.string(),
  target: z.string(),
  reason: z.string(),
  context: JsonObject,
  when: z.string(),
  fires_at: Moment,
  first_due: Moment.optional(),
  status: z.enum(["scheduled", "fired", "cancelled", "dropped"]),
  dropped_reason: z.enum(dropReasons).optional(),
  dedup_key: z.string().optional(),
  fire_within_ms: Duration.optional(),
  unless: z.literal("user_replied").optional(),
  said_seq: z.int().optional(),
  depth: Depth,
  root_id: FollowupId,
  scheduled_by_turn: Turn,
  scheduled_by_version: Version,
  anchor: Anchor,
  created_at: Moment,
  rung_at: Moment.optional(),
  closed_at: Moment.optional(),
  run_id: RunId.optional(),
});

const WakeHistory = z.object({
  followup_id: FollowupId,
  at: Moment,
  step: z.enum(wakeSteps),
  by: z.object({ type: z.enum(["agent", "owner", "operator", "system"]), id: z.string().optional() }),
  details: JsonObject,
});

const Source = z.object({
  id: SourceId,
  name: z.string(),
  media_type: z.enum(["text/plain", "text/markdown", "text/csv", "application/json"]),
  bytes: z.int().nonnegative(),
  chunks: z.int().nonnegative(),
  sha256: z.string(),
  created_at: Moment,
});

const item = <Kind extends string, Record extends z.ZodType>(kind: Kind, record: Record) =>
  z.object({ kind: z.literal(kind), record });

/** Everything that a document may hold of a session, by kind. */
export const documentItems = [
  item("run", Run),
  item("revision", Revision),
  item("task", Task),
  item("work", Work),
  item("artifact", Artifact),
  item("question", Question),
  item("event", Event),
  item("entry", Entry),
  item("text", z.object({ event_id: EventId, text: z.string() })),
  item("source", Source),
  item("source_text", z.object({ source_id: SourceId, chunk: z.int().nonnegative(), text: z.string() })),
  item("memory", Memory),
  item("wake", Wake),
  item("wake_history", WakeHistory),
] as const;
