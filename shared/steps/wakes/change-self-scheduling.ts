import type { FollowUpOverride } from "../../contracts/follow-up-settings.ts";
import type { OperatorAction } from "../../contracts/operator-action.ts";
import type { ChangeSelfScheduling } from "../../contracts/self-scheduling.ts";
import { Fault } from "../../errors/fault.ts";
import type { OperationsStore } from "../../ports/operations.ts";
import type { Ports } from "../../ports/ports.ts";
import type { OverrideScope, RecordedOverride } from "../../ports/wakes.ts";

const MAX_ATTEMPTS = 10;

/**
 * Changes what is set at run time for an agent or a session. What is not named stays, what is null goes back to what is
 * below. Two operators at once lose neither's change. @throws Fault `override_contended` (retry).
 */
export async function changeSelfScheduling(
  ports: Pick<Ports, "clock" | "ids"> & { readonly operations: OperationsStore },
  by: string,
  scope: OverrideScope,
  change: ChangeSelfScheduling,
): Promise<RecordedOverride> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const before = await ports.operations.readOverride(scope);
    // Two changes in one millisecond must not look like one.
    const at = Math.max(ports.clock.now(), (before?.at ?? 0) + 1);
    const after = { settings: merged(before?.settings ?? {}, change), by, at };
    const action: OperatorAction = {
      id: ports.ids.ulid(),
      at,
      by,
      action: "agent" in scope ? "set_agent" : "set_session",
      ...scope,
      details: Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
    };
    if (await ports.operations.replaceOverride(scope, { before, after }, action)) return after;
  }
  throw new Fault("override_contended", "retry");
}

function merged(before: FollowUpOverride, change: ChangeSelfScheduling): FollowUpOverride {
  const { self_scheduling: enabled, ...limits } = change;
  const named = Object.entries({ enabled, ...limits }).filter(([, value]) => value !== undefined);
  const all = { ...before, ...Object.fromEntries(named) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
