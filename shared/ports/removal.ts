import type { FollowupId, SessionId } from "../contracts/ids.ts";
import type { Mailbox, Millis } from "../contracts/records.ts";

/** Why a session is gone. */
export type RemovalReason = "session_deleted" | "session_expired" | "import_unfinished";

/** What stays of a session that was removed, for a while: that it was there, and what is still to do. No text, no name. */
export type Tombstone = {
  readonly reason: RemovalReason;
  /** When nobody could reach the session any more. */
  readonly at: Millis;
  /** When the last of it was removed; absent while there may be something left. */
  readonly done_at?: Millis;
};

/** Why it is removed. `unless_used`: only as long as nothing was accepted or happened since this mailbox was read. */
export type RemovalCause = {
  readonly reason: RemovalReason;
  readonly now: Millis;
  readonly unless_used?: Pick<Mailbox, "seq" | "accepted">;
};

/** A row that is left of a session. `rings`: the wake whose bell may still be set. */
export type LeftRow = { readonly sk: string; readonly rings?: FollowupId };

/** Removing a session with everything that belongs to it. Every call can be repeated. */
export interface RemovalStore {
  /**
   * Takes the session out of everybody's reach, in one transaction that leaves a tombstone: from then on it is like one
   * that never was, and no write that belongs to it can succeed that expects its mailbox. `gone` also when the same owner
   * had it removed before and the tombstone still stands; `in_use` when it was not to be removed then.
   */
  begin(
    which: { readonly session_id: SessionId; readonly owner: string },
    why: RemovalCause,
  ): Promise<"begun" | "gone" | "not_found" | "in_use">;
  /** Lists the session as in use at that time. */
  usedAt(sessionId: SessionId, at: Millis): Promise<void>;
  tombstone(sessionId: SessionId): Promise<Tombstone | null>;
  /**
   * What is behind this tombstone is being removed: from then on no import goes on with it. False when it is another one by
   * now, or none, or the removal is over, so that what is there may be a new session.
   */
  claim(sessionId: SessionId, tombstone: Tombstone): Promise<boolean>;
  /** Some of what is left beside the tombstone, from the beginning; none when nothing is. */
  left(sessionId: SessionId): Promise<readonly LeftRow[]>;
  remove(sessionId: SessionId, rows: readonly LeftRow[]): Promise<void>;
  /** Nothing is left; nothing happens when that is known. `lookAgain`: when the sweeper is to look once more; null when that has been. */
  finish(sessionId: SessionId, now: Millis, lookAgain: Millis | null): Promise<void>;
}
