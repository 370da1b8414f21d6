import type { ArtifactId, EventId, QuestionId, SessionId, SourceId } from "./ids.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Millis, Verdict } from "./records.ts";

/** One node of a plan, before it is a task. */
export type PlanNode = {
  readonly step_id: string;
  readonly cell_id: string;
  readonly title: string;
  readonly args: JsonObject;
  readonly depends_on: readonly string[];
};

/** Why a step of a new version has to run. */
export type AddedStep = {
  readonly step_id: string;
  readonly because: "new" | "changed" | "inputs_changed" | "unfinished";
};

/** One committed plan version. Immutable. */
export type Revision = {
  readonly session_id: SessionId;
  readonly turn: number;
  readonly dag_version: number;
  /**
   * The version it was made from: the one before, an older one when what came after that was given up or taken back, 0 for
   * a start from nothing. One that only takes back stands in for the version that it goes back to.
   */
  readonly base_version: number;
  readonly nodes: readonly PlanNode[];
  /** What the plan was made from; a specialised agent's brief, a general agent's objective and constraints. */
  readonly brief: JsonObject;
  /** The run's sources at that time. */
  readonly source_ids: readonly SourceId[];
  readonly added: readonly AddedStep[];
  readonly reused: readonly string[];
  /** What these steps made, in the same order: so that the next version can look up the work of all its steps at once. */
  readonly reused_artifacts?: readonly ArtifactId[];
  readonly dropped: readonly string[];
  readonly caused_by: readonly CausedBy[];
  readonly committed_at: Millis;
};

/** One entry's part in a revision. */
export type CausedBy = {
  readonly event_id: EventId;
  readonly seq: number;
  readonly text: string;
  readonly verdict: Verdict | null;
  /** The operations (specialised) or the objective (general) it became. */
  readonly became: Json;
  readonly superseded_by: EventId | null;
};

export type TaskStatus = "pending" | "running" | "done" | "failed";

/** What a step made. */
export type StepArtifact = { readonly step_id: string; readonly artifact_id: ArtifactId };

/**
 * One node of a revision's DAG at work. `waiting_on` holds the steps that have not finished yet. Steps that were reused have
 * no row: the revision says what they made.
 */
export type Task = PlanNode & {
  readonly session_id: SessionId;
  readonly turn: number;
  readonly dag_version: number;
  readonly order_index: number;
  readonly status: TaskStatus;
  readonly waiting_on: readonly string[];
  /** Questions it asked; it starts again when all of them have an answer. */
  readonly waiting_input?: readonly QuestionId[];
  /** Steps that wait on this one. */
  readonly dependants: readonly string[];
  /** Steps it needs that were reused, with what they made. */
  readonly reused_inputs?: readonly StepArtifact[];
  /** Its artifact is what a person reads. */
  readonly delivers: boolean;
  /** Set when it is done: what it made, or what was reused. */
  readonly artifact_id?: ArtifactId;
  readonly reused?: boolean;
  readonly error?: { readonly code: string; readonly message: string };
  /** How often its work was claimed, and how often that failed. */
  readonly claims?: number;
  readonly failures?: number;
  readonly started_at?: Millis;
  readonly finished_at?: Millis;
  /** Set when it was written ahead of its version: it counts when the run has the same mark. */
  readonly ahead?: string;
};
