import type { FollowUpOverride } from "../contracts/follow-up-settings.ts";
import type { FollowupId, SessionId } from "../contracts/ids.ts";
import type { DropReason, Wake } from "../contracts/wake.ts";
import type { Overrides } from "../domain/wakes/wake-settings.ts";
import type { NewEntry } from "./stores.ts";
import type { WakeWrite } from "./wake-change.ts";

/** How a wake ends without a run. */
export type WakeEnding = Pick<WakeEnded, "by" | "action"> &
  ({ readonly status: "cancelled" } | { readonly status: "dropped"; readonly reason: DropReason });

type WakeEnded = Extract<WakeWrite, { kind: "wake_ended" }>;

/** What an override is for: an agent wherever it works, or one session. */
export type OverrideScope = { readonly agent: string } | { readonly session_id: SessionId };

/** What is set at run time, and who set it when (epoch ms). */
export type RecordedOverride = { readonly settings: FollowUpOverride; readonly by: string; readonly at: number };

/** What became of a ring. `full`: the mailbox has no room now; `missing`: the session is gone. */
export type RingResult = "rung" | "already" | "archived" | "full" | "missing";

export interface WakeStore {
  readWake(sessionId: SessionId, id: FollowupId): Promise<Wake | null>;
  /** Of a session, soonest first. Costs reads in proportion to what is pending, not to what ever was. */
  pendingWakes(sessionId: SessionId): Promise<readonly Wake[]>;
  /** The pending wake that holds this dedup key. */
  pendingByKey(sessionId: SessionId, dedupKey: string): Promise<Wake | null>;
  /** Marks the row as rung and puts its entry into the mailbox, both or neither. */
  ring(wake: Wake, entry: NewEntry, now: number): Promise<RingResult>;
  /** Lets the sweeper look at a pending wake at `at`, because its bell may not ring. Nothing when it rang or ended. */
  watch(wake: Wake, at: number): Promise<void>;
  /** Ends a pending wake whose session does not exist any more. False when it does, or the wake had ended. */
  endOrphan(wake: Wake, ending: WakeEnding, at: number): Promise<boolean>;
  /** What is set at run time for an agent and for a session. */
  readOverrides(agent: string, sessionId: SessionId): Promise<Overrides>;
}
