import type { Wake, WakeStatus } from "../contracts/wake.ts";
import type { Ports } from "../ports/ports.ts";

/** How a wake ends without a run. */
export type WakeEnding = { readonly status: "cancelled" | "dropped"; readonly reason?: string };

/** Ends a wake that is still scheduled: row, counter, dedup guard and event in one transaction. `closed`: it had ended already. */
export async function endWake(
  ports: Pick<Ports, "ledger" | "ids" | "clock">,
  wake: Wake,
  ending: WakeEnding,
): Promise<{ readonly kind: "dropped" | "closed" }> {
  const at = ports.clock.now();
  const outcome = await ports.ledger.commit({
    session_id: wake.session_id,
    at,
    mailbox: { wakes: { delta: -1 } },
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: wake.scheduled_by_turn,
        type: "followup_closed",
        payload: { followup_id: wake.followup_id, status: ending.status, reason: ending.reason ?? null },
      },
    ],
    writes: [
      {
        kind: "wake_ended",
        wake,
        status: ending.status,
        at,
        ...(ending.reason === undefined ? {} : { dropped_reason: ending.reason }),
      },
    ],
  });
  return { kind: outcome.kind === "done" ? "dropped" : "closed" };
}

/** A wake after {@link endWake}, as it is answered. */
export type EndedWake = { readonly wake: Wake; readonly status: WakeStatus };
