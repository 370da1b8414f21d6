import { limits } from "../contracts/limits.ts";
import type { Clock } from "../ports/clock.ts";

/** Something held for a while: renewed in the background, lost when somebody else has taken it over. */
export type Lease = {
  /** Aborts when the lease was lost; whoever works under it stops then. */
  readonly signal: AbortSignal;
  stop(): void;
};

/** Renews every {@link limits.renewMs} until stopped. `renew` answers false when the lease is gone. */
export function keepLease(clock: Clock, renew: () => Promise<boolean>): Lease {
  const lost = new AbortController();
  const stop = clock.every(limits.renewMs, () => {
    // A renewal that fails is tried again at the next beat; the lease runs out only after three missed ones.
    renew().then(
      (held) => {
        if (!held) lost.abort();
      },
      () => undefined,
    );
  });
  return { signal: lost.signal, stop };
}
