import type { EventId } from "../contracts/ids.ts";
import { limits } from "../contracts/limits.ts";
import type { Wake } from "../contracts/wake.ts";
import { derivedUlid } from "../domain/digest.ts";
import type { Ports } from "../ports/ports.ts";
import type { RingMessage } from "../ports/queues.ts";
import { endWake } from "./end-wake.ts";

/** What a ring led to. `early`: it will be rung again in time. */
export type RingOutcome = { readonly kind: "rung" | "early" | "closed" | "already" | "unknown" | "dropped" };

type RingPorts = Pick<Ports, "wakes" | "queues" | "ledger" | "ids" | "clock">;

/** A bell or a delayed message rang: the row decides. Rings may come twice, late, early or for a cancelled wake. */
export async function ringWake(ports: RingPorts, message: RingMessage): Promise<RingOutcome> {
  const wake = await ports.wakes.readWake(message.session_id, message.followup_id);
  if (wake === null) return { kind: "unknown" };
  if (wake.status !== "scheduled") return { kind: "closed" };
  const now = ports.clock.now();
  const waitMs = wake.fires_at - now;
  if (waitMs > 0) {
    // Further away than SQS can hold, its bell is still to come.
    if (waitMs <= limits.queueDelayMaxSeconds * 1000) await ports.queues.ring([message], Math.ceil(waitMs / 1000));
    return { kind: "early" };
  }
  const rung = await ports.wakes.ring(wake, entryOf(wake, now), now);
  if (rung === "archived") return endWake(ports, wake, { status: "dropped", reason: "session_archived" });
  await ports.queues.nudge([{ session_id: wake.session_id }]);
  return { kind: rung };
}

/** The event id of a wake's entry: derived, so that one wake is at most one entry. */
export const wakeEventId = (wake: Wake): EventId => `evt_${derivedUlid(wake.followup_id)}`;

const entryOf = (wake: Wake, now: number) => ({
  event_id: wakeEventId(wake),
  kind: "wake" as const,
  turn: wake.scheduled_by_turn,
  text: wake.reason,
  received_at: now,
  origin: { type: "wake" as const, followup_id: wake.followup_id },
  on_busy: "enqueue" as const,
  hash: wake.followup_id,
});
