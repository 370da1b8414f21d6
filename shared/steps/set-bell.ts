import { limits } from "../contracts/limits.ts";
import type { Wake } from "../contracts/records.ts";
import type { Ports } from "../ports/ports.ts";

/** Scheduler fires within the minute after its time, so a bell is set this much early; the rest is an SQS delay. */
const bellLeadMs = 75_000;

/**
 * Makes sure a wake will be rung: by a delayed message when SQS can hold it, else by a bell. A failure is logged by the
 * adapter and not passed on: the row is in the attention index, and the sweeper rings what nobody rang.
 */
export async function setBell(ports: Pick<Ports, "clock" | "queues" | "bells">, wake: Wake): Promise<void> {
  const message = { session_id: wake.session_id, followup_id: wake.followup_id };
  const waitMs = wake.fires_at - ports.clock.now();
  if (waitMs <= limits.queueDelayMaxSeconds * 1000) {
    await ports.queues.ring([message], Math.max(0, Math.ceil(waitMs / 1000)));
    return;
  }
  await ports.bells.set(message, wake.fires_at - bellLeadMs);
}
