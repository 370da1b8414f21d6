import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import type { Wake } from "../../contracts/wake.ts";
import type { WakeActor } from "../../contracts/wake-history.ts";
import type { Ports } from "../../ports/ports.ts";
import { endWake } from "./end-wake.ts";
import { removeBell } from "./remove-bell.ts";

/** `cancelled`: by this call. `closed`: it had fired, been cancelled or dropped before; nothing changed. */
export type CancelWakeOutcome =
  | { readonly kind: "cancelled" | "closed"; readonly wake: Wake }
  | { readonly kind: "not_found" };

/** Which wake, of whose conversation; `by` is who asks, the owner if absent. */
export type Canceller = {
  readonly owner: string;
  readonly session_id: SessionId;
  readonly followup_id: FollowupId;
  readonly by?: WakeActor;
};

/**
 * Cancels a pending wake. The row decides: a cancel that is written before the run starts always wins, even when the bell
 * rang already. Anyone in the conversation may cancel, which is its owner and the agent's turns.
 */
export async function cancelWake(
  ports: Pick<Ports, "wakes" | "mailboxes" | "ledger" | "bells" | "clock" | "ids">,
  who: Canceller,
): Promise<CancelWakeOutcome> {
  const wake = await ports.wakes.readWake(who.session_id, who.followup_id);
  if (wake === null || wake.owner !== who.owner) return { kind: "not_found" };
  // The rows of a session that was deleted are still there for a while, and are nobody's.
  if ((await ports.mailboxes.read(who.session_id)) === null) return { kind: "not_found" };
  if (wake.status !== "scheduled") return { kind: "closed", wake };
  const ended = await endWake(ports, wake, { status: "cancelled" });
  if (ended.kind === "ended") {
    await removeBell(ports, wake);
    return { kind: "cancelled", wake: ended.wake };
  }
  const now = await ports.wakes.readWake(who.session_id, who.followup_id);
  return { kind: "closed", wake: now ?? wake };
}
