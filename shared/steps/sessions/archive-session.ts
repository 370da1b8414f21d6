import type { SessionId } from "../../contracts/ids.ts";
import type { Ports } from "../../ports/ports.ts";
import { endWake } from "../wakes/end-wake.ts";
import { removeBell } from "../wakes/remove-bell.ts";

/**
 * Archives a session: it takes no more messages, and its pending wakes are dropped with that reason. Repeating it is
 * harmless, and wakes that a crash left behind are dropped when they ring.
 */
export async function archiveSession(
  ports: Pick<Ports, "mailboxes" | "ledger" | "wakes" | "bells" | "ids" | "clock">,
  who: { readonly owner: string; readonly session_id: SessionId },
): Promise<"archived" | "not_found"> {
  const archived = await ports.mailboxes.archive(who.session_id, who.owner);
  if (archived === "not_found") return archived;
  for (const wake of await ports.wakes.pendingWakes(who.session_id)) {
    await endWake(ports, wake, { status: "dropped", reason: "session_archived" });
    await removeBell(ports, wake);
  }
  return archived;
}
