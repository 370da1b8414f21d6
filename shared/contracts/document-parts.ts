import * as z from "zod";
import { ArtifactId, EventId, FollowupId, RunId, SourceId } from "./ids.ts";
import { JsonObject } from "./json.ts";
import { limits } from "./limits.ts";
import { LAST_MOMENT, Timestamp } from "./timestamp.ts";

/** A moment: RFC 3339 in a document, epoch milliseconds here. */
export const Moment = z.codec(Timestamp, z.number(), {
  decode: (written) => Date.parse(written),
  encode: (at) => new Date(at).toISOString(),
});

/** Milliseconds from one moment to another: no two that can be written are further apart. */
export const Duration = z
  .number()
  .nonnegative()
  .max(LAST_MOMENT - Date.parse("0000-01-01T00:00:00Z"));

/** A run, by its turn in the session. Those that follow it must have room in an id and in the keys of the table: 7 digits. */
export const Turn = z.int().nonnegative().max(1_000_000);
/** A version of a plan; 0 before the first. Its followers have 6 digits in the keys. */
export const Version = z.int().nonnegative().max(100_000);
/** What grows by one with every write, and must be able to. */
export const Counter = z.int().nonnegative().max(1_000_000_000);
/** Number of an event. */
export const Seq = z.int().positive();
/** Ids of sources. */
export const Sources = z.array(SourceId);

/** Nobody's name is in a document: it becomes the one of whoever imports it. */
export const Origin = z.discriminatedUnion("type", [
  z.object({ type: z.literal("person") }),
  z.object({ type: z.literal("wake"), followup_id: FollowupId }),
  z.object({ type: z.literal("system") }),
]);

/** Where a message goes. */
export const Route = z.enum(["direct_answer", "resume_need_input", "revise_run", "new_run"]);
/** What the classifier said. */
export const Verdict = z.object({
  route: Route,
  reason: z.string(),
  by: z.enum(["rules", "model", "fallback"]),
  with_change: z.literal(true).optional(),
});

/** What waited in a mailbox. */
export const Waiting = z.object({
  event_id: EventId,
  seq: Seq,
  kind: z.enum(["start_run", "follow_up", "wake"]),
  turn: Turn,
  text: z.string(),
  text_elsewhere: z.boolean().optional(),
  received_at: Moment,
  origin: Origin,
  on_busy: z.enum(["revise", "enqueue", "reject", "rollback"]).optional(),
  agent: z.string().optional(),
  source_ids: Sources.optional(),
  answers: JsonObject.optional(),
  state: z.enum(["waiting", "answering"]),
  verdict: Verdict.optional(),
  edits: z.int().optional(),
  due_at: Moment.optional(),
});

const Disposition = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("answered"), artifact_id: ArtifactId }),
  z.object({ kind: z.literal("merged"), dag_version: Version }),
  z.object({ kind: z.literal("filled"), question_ids: z.array(z.string()) }),
  z.object({ kind: z.literal("started_run"), run_id: RunId }),
  z.object({ kind: z.literal("superseded"), by: EventId, dag_version: Version }),
  z.object({ kind: z.literal("withdrawn") }),
  z.object({ kind: z.literal("refused"), reason: z.string(), detail: z.string().optional() }),
]);

/** What left the mailbox, with how it ended. */
export const Entry = z.object({
  span: z.int().min(1).max(3),
  seq: Seq,
  turn: Turn,
  entry: Waiting,
  verdict: Verdict.nullable(),
  disposition: Disposition,
  created_at: Moment,
});

/** One line of the history. */
export const Event = z.object({
  id: EventId,
  seq: Seq,
  turn: Turn,
  type: z.string(),
  payload: JsonObject,
  created_at: Moment,
});

/** Where a wake answers. */
export const Anchor = z.object({ channel: JsonObject.nullable(), run_id: RunId, event_id: EventId.nullable() });
/** Why something failed. */
export const Failure = z.object({ code: z.string(), message: z.string() });

/** How many wakes led to something. */
export const Depth = z.int().min(1).max(limits.wakeDepthMost);

/** What a woken run was told. */
export const WakeNote = z.object({
  followup_id: FollowupId,
  reason: z.string(),
  context: JsonObject,
  due_at: Moment,
  fired_at: Moment,
  scheduled_at: Moment,
  scheduled_by_turn: Turn,
  scheduled_by_version: Version,
  depth: Depth,
  root_id: FollowupId,
  anchor: Anchor,
  since_seq: z.int().nonnegative(),
});
