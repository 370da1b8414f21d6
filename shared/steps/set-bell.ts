import { limits } from "../contracts/limits.ts";
import type { Wake } from "../contracts/wake.ts";
import type { Ports } from "../ports/ports.ts";

/** Scheduler fires within the minute after its time, so a bell is set this much early; the rest is an SQS delay. */
const bellLeadMs = 75_000;

/** `lost`: it could not be set; the wake is in the attention index, and the sweeper rings it within a minute of its time. */
export type BellOutcome = "delayed" | "belled" | "lost";

/** Makes sure a wake is rung: by a delayed message when SQS can hold it, else by a bell. */
export async function setBell(ports: Pick<Ports, "clock" | "queues" | "bells">, wake: Wake): Promise<BellOutcome> {
  const message = { session_id: wake.session_id, followup_id: wake.followup_id };
  const waitMs = wake.fires_at - ports.clock.now();
  try {
    if (waitMs <= limits.queueDelayMaxSeconds * 1000) {
      await ports.queues.ring([message], Math.max(0, Math.ceil(waitMs / 1000)));
      return "delayed";
    }
    await ports.bells.set(message, wake.fires_at - bellLeadMs);
    return "belled";
  } catch {
    // The row is written: the promise stands without the bell, and taking it back could fail as well.
    return "lost";
  }
}
