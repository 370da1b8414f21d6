import type { FollowupId, SessionId } from "../contracts/ids.ts";
import type { Millis } from "../contracts/records.ts";

/**
 * What is overdue: sessions to look at, wakes to ring, and runs with a question whose time is over. `since`: by when
 * somebody should have looked.
 */
export type Overdue = { readonly session_id: SessionId; readonly since: Millis } & (
  | { readonly kind: "session" }
  | { readonly kind: "wake"; readonly followup_id: FollowupId }
  | { readonly kind: "question"; readonly turn: number }
);

export interface AttentionStore {
  /** Everything whose time is before `until`, oldest first within a shard. */
  overdue(until: Millis): Promise<readonly Overdue[]>;
  /** How many wakes have not been rung yet; of very many, at least how many. */
  pendingWakes(): Promise<number>;
}
