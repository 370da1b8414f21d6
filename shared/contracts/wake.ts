import type { EventId, FollowupId, RunId, SessionId } from "./ids.ts";
import type { JsonObject } from "./json.ts";

/** What a wake may be in. `dropped` is whatever did not fire and was not cancelled; it always has a reason. */
export type WakeStatus = "scheduled" | "fired" | "cancelled" | "dropped";

/** Why a wake was dropped. */
export const dropReasons = [
  "session_archived",
  "session_expired",
  "session_imported",
  "agent_removed",
  "opted_out",
  "late",
  "start_failed",
  "user_replied",
] as const;
export type DropReason = (typeof dropReasons)[number];

/** The place a woken turn answers at, pinned when the wake was scheduled. */
export type Anchor = {
  readonly channel: JsonObject | null;
  readonly run_id: RunId;
  readonly event_id: EventId | null;
};

/**
 * A self-scheduled follow-up: the row that decides. What its owner reads of it is followup.ts; times are epoch
 * milliseconds.
 */
export type Wake = {
  readonly followup_id: FollowupId;
  readonly session_id: SessionId;
  readonly owner: string;
  readonly from_agent: string;
  readonly target: string;
  readonly reason: string;
  readonly context: JsonObject;
  /** The time as the agent wrote it. */
  readonly when: string;
  readonly fires_at: number;
  /** When it was due at first; only of one that was moved. */
  readonly first_due?: number;
  readonly status: WakeStatus;
  readonly dropped_reason?: DropReason;
  readonly dedup_key?: string;
  /** It is dropped when it cannot start within this time after it was due; absent: it starts however late. */
  readonly fire_within_ms?: number;
  /** Dropped when a person sent anything into the session after it was scheduled. */
  readonly unless?: "user_replied";
  /** Number of the newest thing a person had sent when it was scheduled; only with `unless`. */
  readonly said_seq?: number;
  /** Wakes in its chain, itself included. */
  readonly depth: number;
  /** The first wake of its chain; its own id for the first. */
  readonly root_id: FollowupId;
  readonly scheduled_by_turn: number;
  /** Version that the run of that turn had then. */
  readonly scheduled_by_version: number;
  readonly anchor: Anchor;
  readonly created_at: number;
  /** When its entry was put into the mailbox. */
  readonly rung_at?: number;
  readonly closed_at?: number;
  readonly run_id?: RunId;
};

/** What a woken turn is told. Times are epoch milliseconds. */
export type WakeNote = {
  readonly followup_id: FollowupId;
  readonly reason: string;
  readonly context: JsonObject;
  readonly due_at: number;
  readonly fired_at: number;
  readonly scheduled_at: number;
  readonly scheduled_by_turn: number;
  readonly scheduled_by_version: number;
  readonly depth: number;
  readonly root_id: FollowupId;
  /** Where the answer goes: the message that was being answered when it was scheduled. */
  readonly anchor: Anchor;
  /** Number of the newest event when the run started: what it cannot have known of is above. */
  readonly since_seq: number;
};
