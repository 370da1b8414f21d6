import type { ArtifactId, EventId, FollowupId, SessionId } from "../contracts/ids.ts";

/**
 * "Look at this session." It carries no content. `tend`: also look after work that may have been dropped. `turn`: also at
 * the questions of that run, since the time of one is over. `idle_before`: whether it has not been used since then (epoch
 * ms), and if so, that its time is over.
 */
export type Nudge = {
  readonly session_id: SessionId;
  readonly tend?: boolean;
  readonly turn?: number;
  readonly idle_before?: number;
};

/** A step that another one builds on, and what it made if the sender knows: rows to read along. One that is `reused` has none. */
export type Need = { readonly step_id: string; readonly artifact_id?: ArtifactId; readonly reused?: true };

/** Where there is work; the rows say what. `needs`: only a hint; without it the same rows are read one after the other. */
export type TaskMessage =
  | {
      readonly kind: "step";
      readonly session_id: SessionId;
      readonly turn: number;
      readonly dag_version: number;
      readonly step_id: string;
      readonly needs?: readonly Need[];
    }
  | { readonly kind: "answer"; readonly session_id: SessionId; readonly event_id: EventId };

/** "This wake may be due." The row decides. */
export type RingMessage = { readonly session_id: SessionId; readonly followup_id: FollowupId };

/** One SQS request a call for up to ten messages. */
export interface Queues {
  nudge(nudges: readonly Nudge[], delaySeconds?: number): Promise<void>;
  /** `delaySeconds` 0 to 900. */
  work(tasks: readonly TaskMessage[], delaySeconds?: number): Promise<void>;
  ring(rings: readonly RingMessage[], delaySeconds?: number): Promise<void>;
}

/** One-time entries of EventBridge Scheduler, named after the wake. They only ring; the row decides. */
export interface Bells {
  /** Setting the same bell again is harmless. `at` is epoch milliseconds, rounded down to the second. */
  set(ring: RingMessage, at: number): Promise<void>;
  /** Removing a bell that is not there is harmless. */
  remove(ring: RingMessage): Promise<void>;
}
