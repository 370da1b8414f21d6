import type { EventId, QuestionId, SessionId } from "./ids.ts";
import type { Json, JsonObject } from "./json.ts";

/** What a question may be in. `expired` with an answer went on with its default. */
export type QuestionStatus = "open" | "answered" | "expired" | "withdrawn";

/** What a step asks, before it is a question of a run. */
export type Asked = {
  /** What the answer is called: lower snake case, unique in the step. */
  readonly name: string;
  /** What the person reads. */
  readonly text: string;
  /** JSON Schema of the answer. */
  readonly schema: JsonObject;
  /** Used when the time is over; without one the run fails then. */
  readonly default?: Json;
  /** How long it waits, milliseconds; without end if absent. */
  readonly expires_in_ms?: number;
  /** An answer holds for these very arguments and inputs only. For approvals. */
  readonly each_time?: boolean;
};

/** An open request for missing input. Times are epoch milliseconds. */
export type Question = {
  readonly id: QuestionId;
  readonly session_id: SessionId;
  readonly turn: number;
  /** The version in which it was asked last. */
  readonly dag_version: number;
  readonly step_id: string;
  readonly name: string;
  readonly text: string;
  readonly schema: JsonObject;
  readonly default?: Json;
  readonly expires_in_ms?: number;
  readonly each_time?: boolean;
  /** Name of the step's work without answers: what the answer belongs to. */
  readonly work: string;
  /** Number of the event that made it visible. What was said before that was not said in answer to it. */
  readonly asked_seq: number;
  readonly asked_at: number;
  readonly expires_at?: number;
  readonly status: QuestionStatus;
  /** What was answered, or the default that was used. */
  readonly answer?: Json;
  /** The entry that answered it, and a digest of its words. */
  readonly answered_by?: EventId;
  readonly said?: string;
  readonly closed_at?: number;
};

/** What was answered to a step: values by name, for its work with this name. */
export type StepAnswers = { readonly work: string; readonly values: JsonObject };
