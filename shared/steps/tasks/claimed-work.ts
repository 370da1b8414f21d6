import { limits } from "../../contracts/limits.ts";
import type { Ports } from "../../ports/ports.ts";
import type { WorkRef } from "../../ports/runs.ts";
import { keepLease } from "./lease.ts";

/** A claimed piece of work and the token that it was claimed with. */
export type Claimed = WorkRef & { readonly token: string };

/** Runs `work` while its claim is renewed in the background; `signal` aborts when somebody else has claimed it. */
export async function underClaim<T>(
  ports: Pick<Ports, "runs" | "clock">,
  claimed: Claimed,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lease = keepLease(ports.clock, () =>
    ports.runs.holdWork(claimed, claimed.token, ports.clock.now() + limits.claimMs),
  );
  try {
    return await work(lease.signal);
  } finally {
    lease.stop();
  }
}
