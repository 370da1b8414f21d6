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
