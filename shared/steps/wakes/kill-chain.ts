import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import type { Wake } from "../../contracts/wake.ts";
import type { OperationsStore } from "../../ports/operations.ts";
import type { Ports } from "../../ports/ports.ts";
import { endWake } from "./end-wake.ts";
import { removeBell } from "./remove-bell.ts";

/** `cancelled`: what was pending and is not any more. */
export type KillChainOutcome =
  | { readonly kind: "killed"; readonly cancelled: readonly Wake[] }
  | { readonly kind: "not_found" };

type KillPorts = Pick<Ports, "bells" | "clock" | "ids" | "ledger" | "mailboxes" | "wakes"> & {
  readonly operations: OperationsStore;
};

/** A chain by its first wake, and who stops it. */
export type Killed = { readonly by: string; readonly session_id: SessionId; readonly root_id: FollowupId };

/**
 * Stops a chain of wakes. First nothing can be added to it any more, whatever turn of it is still running; then what is
 * pending is cancelled. Repeating it finishes what a crash left.
 */
export async function killChain(ports: KillPorts, { by, session_id, root_id }: Killed): Promise<KillChainOutcome> {
  const root = await ports.wakes.readWake(session_id, root_id);
  if (root === null || root.root_id !== root_id) return { kind: "not_found" };
  const at = ports.clock.now();
  const operator = { type: "operator" as const, id: by };
  const line = { session_id, followup_id: root_id, at, step: "chain_killed" as const, by: operator, details: {} };
  const action = { id: ports.ids.ulid(), at, by, action: "kill_chain" as const, agent: root.target };
  await ports.operations.killChain(line, { ...action, session_id, followup_id: root_id, details: {} });
  const cancelled: Wake[] = [];
  for (const wake of await ports.operations.chain(session_id, root_id)) {
    if (wake.status !== "scheduled") continue;
    const { kind } = await endWake(ports, wake, { status: "cancelled", by: operator });
    if (kind === "closed") continue;
    await removeBell(ports, wake);
    cancelled.push((await ports.wakes.readWake(session_id, wake.followup_id)) ?? wake);
  }
  return { kind: "killed", cancelled };
}
