import type { Agent } from "../agents/define-agent.ts";
import type { FollowupId, SessionId } from "../contracts/ids.ts";
import type { JsonObject } from "../contracts/json.ts";
import { limits } from "../contracts/limits.ts";
import type { Run } from "../contracts/records.ts";
import type { Anchor, Wake } from "../contracts/wake.ts";
import { derivedUlid } from "../domain/digest.ts";
import type { Ports } from "../ports/ports.ts";
import { setBell } from "./set-bell.ts";

/** A self-scheduled follow-up that an agent asks for. `at` is epoch milliseconds; `when` is the time as it was written. */
export type ScheduleRequest = {
  readonly reason: string;
  readonly context: JsonObject;
  readonly target: string;
  readonly when: string;
  readonly at: number;
  readonly dedup_key?: string;
  /** Stable over retries of the same tool call: a repeat finds the first row. */
  readonly key: string;
};

/** Who asks: the turn that is going on. */
export type Scheduler = {
  readonly session_id: SessionId;
  readonly owner: string;
  readonly agent: Agent;
  readonly run: Run;
  readonly anchor: Anchor;
};

export type ScheduleOutcome =
  | { readonly kind: "scheduled" | "already_scheduled" | "already_pending"; readonly wake: Wake }
  | { readonly kind: "opted_out" | "session_closed" | "contended" }
  | { readonly kind: "target_not_allowed"; readonly allowed: readonly string[] }
  | { readonly kind: "too_deep"; readonly max: number }
  | { readonly kind: "context_too_large"; readonly bytes: number; readonly max: number }
  | { readonly kind: "cap_reached"; readonly max: number; readonly pending: readonly Wake[] };

/**
 * The one command behind both tool dialects: guardrails, then row, counter and dedup guard in one transaction, then the
 * bell (design.md section 6). Row first, bell second: a lost bell is found by the sweeper, a lost row would be a broken promise.
 */
export async function scheduleWake(ports: Ports, by: Scheduler, request: ScheduleRequest): Promise<ScheduleOutcome> {
  const refused = guard(by, request);
  if (refused !== null) return refused;
  const wake = toWake(ports, by, request);
  const settings = by.agent.follow_ups;
  const outcome = await ports.ledger.commit({
    session_id: by.session_id,
    at: wake.created_at,
    mailbox: { wakes: { delta: 1, cap: settings.max_per_session } },
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: by.run.turn,
        type: "followup_scheduled",
        payload: {
          followup_id: wake.followup_id,
          reason: wake.reason,
          target: wake.target,
          fires_at: new Date(wake.fires_at).toISOString(),
        },
      },
    ],
    writes: [{ kind: "wake_new", wake }],
  });
  if (outcome.kind === "done") {
    await setBell(ports, wake);
    return { kind: "scheduled", wake };
  }
  return lostTo(ports, by, wake, outcome);
}

function guard(by: Scheduler, request: ScheduleRequest): ScheduleOutcome | null {
  const settings = by.agent.follow_ups;
  if (!settings.enabled) return { kind: "opted_out" };
  const allowed = [by.agent.slug, ...by.agent.can_call];
  if (!allowed.includes(request.target)) return { kind: "target_not_allowed", allowed: ["self", ...by.agent.can_call] };
  if (depthOf(by.run) + 1 > settings.max_depth) return { kind: "too_deep", max: settings.max_depth };
  const bytes = Buffer.byteLength(JSON.stringify(request.context), "utf8");
  if (bytes > limits.wakeContextBytes) return { kind: "context_too_large", bytes, max: limits.wakeContextBytes };
  return null;
}

/** How many wakes led to this run. */
export const depthOf = (run: Run): number => run.wake?.depth ?? 0;

function toWake(ports: Pick<Ports, "clock">, by: Scheduler, request: ScheduleRequest): Wake {
  const followup_id: FollowupId = `fu_${derivedUlid(`${by.session_id}/${request.key}`)}`;
  return {
    followup_id,
    session_id: by.session_id,
    owner: by.owner,
    from_agent: by.agent.slug,
    target: request.target,
    reason: request.reason,
    context: request.context,
    when: request.when,
    fires_at: request.at,
    status: "scheduled",
    ...(request.dedup_key === undefined ? {} : { dedup_key: request.dedup_key }),
    depth: depthOf(by.run) + 1,
    root_id: by.run.wake?.root_id ?? followup_id,
    scheduled_by_turn: by.run.turn,
    scheduled_by_version: by.run.dag_version,
    anchor: by.anchor,
    created_at: ports.clock.now(),
  };
}

async function lostTo(
  ports: Ports,
  by: Scheduler,
  wake: Wake,
  outcome: { readonly lost: readonly string[]; readonly pending?: FollowupId },
): Promise<ScheduleOutcome> {
  const { lost } = outcome;
  // The same call again, or its first answer was lost: the row is there, whatever else would be refused by now.
  const own = await ports.wakes.readWake(by.session_id, wake.followup_id);
  if (own !== null) {
    if (own.status === "scheduled") await setBell(ports, own);
    return { kind: "already_scheduled", wake: own };
  }
  if (lost.includes("session")) return { kind: "session_closed" };
  if (lost.includes("cap")) {
    return {
      kind: "cap_reached",
      max: by.agent.follow_ups.max_per_session,
      pending: await ports.wakes.pendingWakes(by.session_id),
    };
  }
  const pending = outcome.pending === undefined ? null : await ports.wakes.readWake(by.session_id, outcome.pending);
  return pending === null ? { kind: "contended" } : { kind: "already_pending", wake: pending };
}
