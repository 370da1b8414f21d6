import type { SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { DropReason, Wake } from "../../contracts/wake.ts";
import { wakeEventId } from "../../domain/wakes/wake-event-id.ts";
import type { Ports } from "../../ports/ports.ts";
import type { RingMessage } from "../../ports/queues.ts";
import type { RemovalReason } from "../../ports/removal.ts";
import { endWake } from "./end-wake.ts";

/**
 * What a ring led to. `early`: it will be rung again in time. `full`: the sweeper rings it again within a minute. `gone`:
 * its session was removed, and the wake with it.
 */
export type RingOutcome = {
  readonly kind: "rung" | "early" | "closed" | "already" | "full" | "unknown" | "dropped" | "gone";
  /** Of one that is `gone` or was dropped: what became of its session. */
  readonly reason?: DropReason | RemovalReason;
  /** Of a wake that was rung: how long after its due time. */
  readonly late_ms?: number;
};

/** What a ring needs. */
export type RingPorts = Pick<Ports, "wakes" | "mailboxes" | "queues" | "ledger" | "removals" | "ids" | "clock">;

/** A bell or a delayed message rang: the row decides. Rings may come twice, late, early or for a cancelled wake. */
export async function ringWake(ports: RingPorts, message: RingMessage): Promise<RingOutcome> {
  const wake = await ports.wakes.readWake(message.session_id, message.followup_id);
  if (wake === null) return (await goneWith(ports, message.session_id)) ?? { kind: "unknown" };
  if (wake.status !== "scheduled") return { kind: "closed" };
  const waitMs = wake.fires_at - ports.clock.now();
  // SQS counts in whole seconds; what is left of one is waited for here, and costs that much of a function's time.
  if (waitMs > 0 && waitMs < 1_000) await ports.clock.pause(waitMs + 1);
  const now = ports.clock.now();
  if (now < wake.fires_at) {
    const seconds = Math.max(1, Math.floor((wake.fires_at - now) / 1000));
    // Further away than SQS can hold, its bell is still to come, or the sweeper watches it.
    if (seconds <= limits.queueDelayMaxSeconds) await ports.queues.ring([message], seconds);
    return { kind: "early" };
  }
  const result = await ports.wakes.ring(wake, entryOf(wake, now), now);
  switch (result) {
    case "archived":
      return drop(ports, wake, "session_archived");
    case "missing":
      return (await goneWith(ports, wake.session_id)) ?? drop(ports, wake, "session_expired");
    case "rung":
    case "already":
    case "full":
      await ports.queues.nudge([{ session_id: wake.session_id }]);
      return result === "rung" ? { kind: result, late_ms: now - wake.fires_at } : { kind: result };
  }
}

/** A session that has ended is not woken. */
async function drop(ports: RingPorts, wake: Wake, reason: DropReason): Promise<RingOutcome> {
  const { kind } = await endWake(ports, wake, { status: "dropped", reason });
  return kind === "ended" ? { kind: "dropped", reason } : { kind: "closed" };
}

/** A bell that was set while its session was being removed rings for nothing. */
async function goneWith({ removals }: RingPorts, sessionId: SessionId): Promise<RingOutcome | null> {
  const tombstone = await removals.tombstone(sessionId);
  return tombstone === null ? null : { kind: "gone", reason: tombstone.reason };
}

const entryOf = (wake: Wake, now: number) => ({
  event_id: wakeEventId(wake.followup_id),
  kind: "wake" as const,
  turn: wake.scheduled_by_turn,
  text: wake.reason,
  received_at: now,
  origin: { type: "wake" as const, followup_id: wake.followup_id },
  on_busy: "enqueue" as const,
  due_at: wake.fires_at,
  hash: "",
});
