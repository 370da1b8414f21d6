import type { FollowupId, SessionId } from "../contracts/ids.ts";
import type { Wake } from "../contracts/wake.ts";
import type { Ports } from "../ports/ports.ts";
import { endWake } from "./end-wake.ts";

/** `cancelled`: by this call. `closed`: it had fired, been cancelled or dropped before; nothing changed. */
export type CancelWakeOutcome =
  | { readonly kind: "cancelled" | "closed"; readonly wake: Wake }
  | { readonly kind: "not_found" };

/**
 * Cancels a pending wake. The row decides: a cancel that is written before the run starts always wins, even when the bell
 * rang already. Anyone in the conversation may cancel, which is its owner and the agent's turns.
 */
export async function cancelWake(
  ports: Pick<Ports, "wakes" | "ledger" | "bells" | "queues" | "clock" | "ids">,
  who: { readonly owner: string; readonly session_id: SessionId; readonly followup_id: FollowupId },
): Promise<CancelWakeOutcome> {
  const wake = await ports.wakes.readWake(who.session_id, who.followup_id);
  if (wake === null || wake.owner !== who.owner) return { kind: "not_found" };
  if (wake.status !== "scheduled") return { kind: "closed", wake };
  const ended = await endWake(ports, wake, { status: "cancelled" });
  if (ended.kind === "dropped") {
    await ports.bells.remove({ session_id: wake.session_id, followup_id: wake.followup_id });
    if (wake.rung_at !== undefined) await ports.queues.nudge([{ session_id: wake.session_id }]);
    return { kind: "cancelled", wake: { ...wake, status: "cancelled" } };
  }
  const now = await ports.wakes.readWake(who.session_id, who.followup_id);
  return now === null ? { kind: "not_found" } : { kind: "closed", wake: now };
}
