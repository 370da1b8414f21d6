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
  /**
   * Shows everything whose time is before `until`, page by page: the shards of the index side by side, in each the oldest
   * first. A shard goes no further once `look` has answered false. @throws what `look` throws, after the other shards.
   */
  eachOverdue(until: Millis, look: (page: readonly Overdue[]) => Promise<boolean>): Promise<void>;
  /** The oldest of it, at most `most` of each shard. */
  overdue(until: Millis, most?: number): Promise<readonly Overdue[]>;
  /** Sessions that were listed as last in use before a time, the oldest first, at most `most` of each shard. */
  idle(before: Millis, most: number): Promise<readonly SessionId[]>;
  /** How many wakes have not been rung yet; of very many, at least how many. */
  pendingWakes(): Promise<number>;
}
