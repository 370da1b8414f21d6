import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import type { OperatorAction } from "../../contracts/operator-action.ts";
import type { Wake } from "../../contracts/wake.ts";
import type { OperationsStore } from "../../ports/operations.ts";
import type { Ports } from "../../ports/ports.ts";
import { endWake } from "./end-wake.ts";
import { removeBell } from "./remove-bell.ts";
import { ringWake } from "./ring-wake.ts";
import { setBell, watchWake } from "./set-bell.ts";

/** An operator and the wake they mean; `by` is the `sub` of their token. */
export type Operated = {
  readonly by: string;
  readonly agent: string;
  readonly session_id: SessionId;
  readonly followup_id: FollowupId;
};

/** `closed`: it had fired, been cancelled or dropped. `due`: it was rung and waits; it cannot be moved any more. */
export type OperateOutcome =
  | { readonly kind: "done" | "closed" | "due"; readonly wake: Wake }
  | { readonly kind: "not_found" };

type OperatePorts = Pick<
  Ports,
  "bells" | "clock" | "ids" | "ledger" | "mailboxes" | "queues" | "removals" | "wakes"
> & {
  readonly operations: OperationsStore;
};

/** Makes a wake due now and rings it. It starts its run when the conversation is free, like any other. */
export async function fireWake(ports: OperatePorts, operated: Operated): Promise<OperateOutcome> {
  const moved = await moveWake(ports, operated, { step: "fire_requested", to: () => ports.clock.now() });
  if (moved.kind === "due") return nudgeDue(ports, operated, moved.wake);
  if (moved.kind !== "done") return moved;
  const { session_id, followup_id } = operated;
  await ringWake(ports, { session_id, followup_id });
  return { kind: "done", wake: (await ports.wakes.readWake(session_id, followup_id)) ?? moved.wake };
}

/**
 * Gives a pending wake another due time, in epoch milliseconds, and a bell for it. All its bells have one name, so the old
 * one may stand in the way of the new one, or be taken back too late; hence the sweeper watches it, too.
 */
export async function rescheduleWake(ports: OperatePorts, operated: Operated, at: number): Promise<OperateOutcome> {
  const moved = await moveWake(ports, operated, { step: "rescheduled", to: () => at });
  if (moved.kind !== "done") return moved;
  if ((await setBell(ports, moved.wake)) === "belled") await watchWake(ports, moved.wake);
  return moved;
}

/** Cancels a pending wake of whatever owner. */
export async function cancelWakeAsOperator(ports: OperatePorts, operated: Operated): Promise<OperateOutcome> {
  const wake = await findWake(ports, operated);
  if (wake === null) return { kind: "not_found" };
  if (wake.status !== "scheduled") return { kind: "closed", wake };
  const action = actionOn(ports, operated, "cancel");
  const by = { type: "operator" as const, id: operated.by };
  const { kind } = await endWake(ports, wake, { status: "cancelled", by, action });
  const now = (await ports.wakes.readWake(wake.session_id, wake.followup_id)) ?? wake;
  if (kind === "closed") return { kind: "closed", wake: now };
  await removeBell(ports, wake);
  return { kind: "done", wake: now };
}

type Move = { readonly step: "rescheduled" | "fire_requested"; readonly to: () => number };

/** Row, history, action and event in one transaction. The old bell is taken back; should it ring, it rings early. */
async function moveWake(ports: OperatePorts, operated: Operated, { step, to }: Move): Promise<OperateOutcome> {
  for (;;) {
    const wake = await findWake(ports, operated);
    if (wake === null) return { kind: "not_found" };
    if (wake.status !== "scheduled") return { kind: "closed", wake };
    if (wake.rung_at !== undefined) return { kind: "due", wake };
    const fires_at = to();
    const details = { from: iso(wake.fires_at), to: iso(fires_at) };
    const action = actionOn(ports, operated, step === "rescheduled" ? "reschedule" : "fire", details);
    const outcome = await ports.ledger.commit({
      session_id: wake.session_id,
      at: action.at,
      mailbox: {},
      events: [
        {
          id: `evt_${ports.ids.ulid()}`,
          turn: wake.scheduled_by_turn,
          type: "followup_moved",
          payload: { followup_id: wake.followup_id, fires_at: iso(fires_at) },
        },
      ],
      writes: [{ kind: "wake_moved", wake, fires_at, step, action }],
    });
    if (outcome.kind === "done") {
      await removeBell(ports, wake);
      return { kind: "done", wake: { ...wake, fires_at } };
    }
    // Its session is gone, and a wake does not outlive it.
    if (outcome.lost.includes("session")) await endWake(ports, wake, { status: "dropped", reason: "session_expired" });
  }
}

/** Rung already: all that can be done is to have its session looked at, and to say who asked. */
async function nudgeDue(ports: OperatePorts, operated: Operated, wake: Wake): Promise<OperateOutcome> {
  const action = actionOn(ports, operated, "fire");
  const { session_id, followup_id } = wake;
  const by = { type: "operator" as const, id: operated.by };
  const line = { session_id, followup_id, at: action.at, step: "fire_requested" as const, by, details: {} };
  await ports.operations.note(line, action);
  await ports.queues.nudge([{ session_id, tend: true }]);
  return { kind: "done", wake };
}

async function findWake({ wakes }: OperatePorts, operated: Operated): Promise<Wake | null> {
  const wake = await wakes.readWake(operated.session_id, operated.followup_id);
  return wake?.target === operated.agent ? wake : null;
}

/** What an operator does to a wake, to be kept. */
function actionOn(
  ports: Pick<Ports, "clock" | "ids">,
  { by, agent, session_id, followup_id }: Operated,
  action: OperatorAction["action"],
  details: OperatorAction["details"] = {},
): OperatorAction {
  return { id: ports.ids.ulid(), at: ports.clock.now(), by, action, agent, session_id, followup_id, details };
}

const iso = (at: number): string => new Date(at).toISOString();
