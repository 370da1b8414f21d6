import { limits } from "../../contracts/limits.ts";
import { Fault, isFault } from "../../errors/fault.ts";
import type { Clock } from "../../ports/clock.ts";

/** Something held for a while: renewed in the background, lost when somebody else has taken it over. */
export type Lease = {
  /** Aborts when the lease was lost, with a fault `lease_lost` (retry) as its reason; whoever works under it stops then. */
  readonly signal: AbortSignal;
  stop(): void;
};

const LEASE_LOST = "lease_lost";

/** True for what work stops with because somebody else has taken it over. */
export const isTakenOver = (error: unknown): boolean => isFault(error) && error.code === LEASE_LOST;

/** Renews every {@link limits.renewMs} until stopped. `renew` answers false when the lease is gone. */
export function keepLease(clock: Clock, renew: () => Promise<boolean>): Lease {
  const lost = new AbortController();
  const stop = clock.every(limits.renewMs, () => {
    // A renewal that fails is tried again at the next beat; the lease runs out only after three missed ones.
    renew().then(
      (held) => {
        if (!held) lost.abort(new Fault(LEASE_LOST, "retry"));
      },
      () => undefined,
    );
  });
  return { signal: lost.signal, stop };
}
