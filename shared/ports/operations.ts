import type { FollowupId, SessionId } from "../contracts/ids.ts";
import type { OperatorAction } from "../contracts/operator-action.ts";
import type { Wake, WakeStatus } from "../contracts/wake.ts";
import type { WakeHistoryLine } from "../contracts/wake-history.ts";
import type { After, Slice, WakePosition } from "./reader.ts";
import type { OverrideScope, RecordedOverride } from "./wakes.ts";

/** Which wakes of an agent; times are epoch ms of when they were scheduled, `to` excluded. */
export type WakeFilter = {
  readonly status?: WakeStatus;
  readonly session_id?: SessionId;
  readonly from?: number;
  readonly to?: number;
};

/** Part of a filtered list: it may end anywhere, and `next` is where to go on, null at the end. */
export type FilteredSlice<Item, Position> = { readonly items: readonly Item[]; readonly next: Position | null };

/** A ring that changed nothing, by what it found. */
export type IgnoredRing = "early" | "already" | "closed" | "full";

/** What only operators see and set. Every change is written together with the record of who made it. */
export interface OperationsStore {
  /** Wakes of whatever session that wake this agent, newest first. Reads an index, and of it so much a call at most. */
  findWakes(slug: string, filter: WakeFilter, page: After<WakePosition>): Promise<FilteredSlice<Wake, WakePosition>>;
  /** Every wake of a chain, in no order. */
  chain(sessionId: SessionId, root: FollowupId): Promise<readonly Wake[]>;
  /** Oldest first. */
  history(sessionId: SessionId, id: FollowupId): Promise<readonly WakeHistoryLine[]>;
  /** Counts a ring that changed nothing. */
  ignoredRing(
    sessionId: SessionId,
    id: FollowupId,
    ignored: { readonly why: IgnoredRing; readonly at: number },
  ): Promise<void>;
  /** A line of history that stands for no change of the wake, with what the operator did. */
  note(line: WakeHistoryLine, action: OperatorAction): Promise<void>;
  /** No wake of the chain can be scheduled from now on. False: that was so already. */
  killChain(line: WakeHistoryLine, action: OperatorAction): Promise<boolean>;
  readOverride(scope: OverrideScope): Promise<RecordedOverride | null>;
  /** Sets it in place of `before`. False: it was changed since `before` was read. */
  replaceOverride(
    scope: OverrideScope,
    change: { readonly before: RecordedOverride | null; readonly after: RecordedOverride },
    action: OperatorAction,
  ): Promise<boolean>;
  record(action: OperatorAction): Promise<void>;
  /** Newest first; `after` is the last one seen. */
  actions(page: After<Pick<OperatorAction, "at" | "id">>): Promise<Slice<OperatorAction>>;
}
