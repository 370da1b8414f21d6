import type { SessionId } from "../contracts/ids.ts";
import { limits } from "../contracts/limits.ts";
import type { Ports } from "../ports/ports.ts";
import { keepLease } from "./lease.ts";

/** A claimed piece of work: whose it is and what it is called. */
export type Claimed = {
  readonly session_id: SessionId;
  readonly turn: number;
  readonly work: string;
  readonly token: string;
};

/** Runs `work` while its claim is renewed in the background; `signal` aborts when somebody else has claimed it. */
export async function underClaim<T>(
  ports: Pick<Ports, "runs" | "clock">,
  claimed: Claimed,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { session_id, turn, work: name, token } = claimed;
  const lease = keepLease(ports.clock, () =>
    ports.runs.holdWork(session_id, turn, name, token, ports.clock.now() + limits.claimMs),
  );
  try {
    return await work(lease.signal);
  } finally {
    lease.stop();
  }
}
