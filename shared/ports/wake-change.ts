import type { OperatorAction } from "../contracts/operator-action.ts";
import type { DropReason, Wake } from "../contracts/wake.ts";
import type { WakeActor } from "../contracts/wake-history.ts";

/** A wake that became pending (1) or stopped being so (-1), as its session counts them. */
export type WakeChange =
  | {
      readonly delta: 1;
      readonly target: string;
      /** At most this many pending in the session, this one included. */
      readonly cap: number;
      /** Only if none is pending for the target. */
      readonly alone: boolean;
    }
  | {
      readonly delta: -1;
      readonly target: string;
      /** It starts its run: the session must be active, and nobody may have said anything after `silent_since`. */
      readonly fires?: { readonly silent_since: number | null };
    };

/** What a commit writes of a wake, each with its line of history. */
export type WakeWrite =
  /** `since_seq`: a key that was cancelled after this event is not taken again. */
  | { readonly kind: "wake_new"; readonly wake: Wake; readonly since_seq?: number }
  | {
      readonly kind: "wake_ended";
      readonly wake: Wake;
      readonly status: "fired" | "cancelled" | "dropped";
      /** Epoch ms. */
      readonly at: number;
      readonly dropped_reason?: DropReason;
      readonly run_id?: string;
      /** Who ended it, the system if absent; with what an operator did. */
      readonly by?: WakeActor;
      readonly action?: OperatorAction;
    }
  /** An operator gives it another due time. Only while it was not rung. */
  | {
      readonly kind: "wake_moved";
      readonly wake: Wake;
      readonly fires_at: number;
      readonly step: "rescheduled" | "fire_requested";
      readonly action: OperatorAction;
    };
