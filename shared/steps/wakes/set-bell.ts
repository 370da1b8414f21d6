import { limits } from "../../contracts/limits.ts";
import type { Wake } from "../../contracts/wake.ts";
import { bellTime } from "../../domain/wakes/bell-time.ts";
import type { Ports } from "../../ports/ports.ts";

/** The sweeper comes every minute; looking this early, it rings in time for an SQS delay to do the rest. */
const watchLeadMs = 90_000;

/** `watched`: no bell could be set, so the sweeper rings it in time. `lost`: not even that; it rings up to 90 s late. */
export type BellOutcome = "delayed" | "belled" | "watched" | "lost";

type BellPorts = Pick<Ports, "clock" | "queues" | "bells" | "wakes">;

/**
 * Makes sure a wake is rung: by a delayed message when SQS can hold it, else by a bell. It never fails: the row is
 * written, so the promise stands, and the sweeper finds every row that nobody rang.
 */
export async function setBell(ports: BellPorts, wake: Wake): Promise<BellOutcome> {
  const message = { session_id: wake.session_id, followup_id: wake.followup_id };
  const waitMs = wake.fires_at - ports.clock.now();
  try {
    // Whole seconds at most; who hears the ring waits for the rest.
    if (waitMs <= limits.queueDelayMaxSeconds * 1000) {
      await ports.queues.ring([message], Math.max(0, Math.floor(waitMs / 1000)));
      return "delayed";
    }
    await ports.bells.set(message, bellTime(wake, ports.clock.now()));
    return "belled";
  } catch {
    // Queue or Scheduler is down: the table is not, so the sweeper is asked instead.
    return watchWake(ports, wake);
  }
}

/** Has the sweeper ring a wake in time, whatever becomes of its bell. */
export async function watchWake(ports: BellPorts, wake: Wake): Promise<BellOutcome> {
  try {
    await ports.wakes.watch(wake, Math.max(ports.clock.now(), wake.fires_at - watchLeadMs));
    return "watched";
  } catch {
    // The row itself is in the attention index, half a minute after its due time.
    return "lost";
  }
}
