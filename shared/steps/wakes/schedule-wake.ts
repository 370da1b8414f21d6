import type { Agent } from "../../agents/define-agent.ts";
import type { FollowUpSettings } from "../../contracts/follow-up-settings.ts";
import type { FollowupId, SessionId } from "../../contracts/ids.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Run } from "../../contracts/records.ts";
import type { Anchor, Wake } from "../../contracts/wake.ts";
import { canonicalJson, derivedUlid } from "../../domain/digest.ts";
import { liveStatuses } from "../../domain/runs/live-statuses.ts";
import { checkContext } from "../../domain/wakes/wake-context.ts";
import { type GuardOutcome, guardWake } from "../../domain/wakes/wake-guard.ts";
import { settingsWith } from "../../domain/wakes/wake-settings.ts";
import type { Ports } from "../../ports/ports.ts";
import type { CommitOutcome } from "../../ports/stores.ts";
import { setBell } from "./set-bell.ts";

/** A self-scheduled follow-up that an agent asks for. `at` is epoch milliseconds; `when` is the time as it was written. */
export type ScheduleRequest = {
  readonly reason: string;
  readonly context: unknown;
  /** `self` or a slug. */
  readonly target: string;
  readonly when: string;
  readonly at: number;
  readonly dedup_key?: string;
  readonly fire_within_ms?: number;
  readonly unless?: "user_replied";
  /** Stable over retries of the same call: a repeat finds the first row. */
  readonly key: string;
};

/** Who asks: the turn that is going on. */
export type Scheduler = {
  readonly session_id: SessionId;
  readonly owner: string;
  readonly agent: Agent;
  readonly run: Run;
  /** A wake started this turn, and its chain goes on; otherwise a person's message did, and a new chain begins. */
  readonly is_woken: boolean;
  /** A step of the run's plan asks, so only while the run goes on, in whichever version. */
  readonly is_step?: true;
  readonly anchor: Anchor;
  /** Number of the newest event this turn knows of. */
  readonly since_seq: number;
  /** Stable over retries of the turn. */
  readonly key: string;
};

export type ScheduleOutcome =
  | { readonly kind: "scheduled" | "already_pending"; readonly wake: Wake }
  /** The same call of an earlier attempt; `is_same`: with the same arguments. The wake may have ended since. */
  | { readonly kind: "already_scheduled"; readonly wake: Wake; readonly is_same: boolean }
  | Exclude<GuardOutcome, { kind: "allowed" }>
  | Exclude<ReturnType<typeof checkContext>, { kind: "fits" }>
  | { readonly kind: "session_closed" | "turn_over" | "chain_killed" | "tombstone" | "contended" }
  | { readonly kind: "cap_reached"; readonly max: number; readonly pending: readonly Wake[] };

/** What scheduling needs. */
export type SchedulePorts = Pick<Ports, "wakes" | "mailboxes" | "ledger" | "queues" | "bells" | "clock" | "ids">;

/** The settings that count for an agent in a session now, with what operators have set. */
export async function followUpSettings(
  ports: Pick<Ports, "wakes">,
  agent: Agent,
  sessionId: SessionId,
): Promise<FollowUpSettings> {
  return settingsWith(agent.follow_ups, await ports.wakes.readOverrides(agent.slug, sessionId));
}

/**
 * The one command behind both tool dialects: guardrails, then row, counters and dedup guard in one transaction, then the
 * bell. Row first, bell second: a lost bell is found by the sweeper, a lost row would be a broken promise.
 */
export async function scheduleWake(
  ports: SchedulePorts,
  by: Scheduler,
  request: ScheduleRequest,
): Promise<ScheduleOutcome> {
  const settings = await followUpSettings(ports, by.agent, by.session_id);
  const note = by.is_woken ? (by.run.wake ?? null) : null;
  const asking = { agent: by.agent, settings, depth: note?.depth ?? 0, own_note: note?.reason ?? null };
  const guarded = guardWake(asking, request);
  if (guarded.kind !== "allowed") return guarded;
  const checked = checkContext(request.context, settings.max_context_bytes);
  if (checked.kind !== "fits") return checked;
  const wake = await newWake(ports, by, { ...request, target: guarded.target, context: checked.context });
  const plan = { wake, cap: settings.max_per_session };
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await commitWake(ports, by, plan);
    if (outcome.kind === "done") break;
    const lost = await lostTo(ports, by, plan, outcome);
    if (lost.kind !== "contended" || attempt >= MAX_ATTEMPTS) return lost;
  }
  await setBell(ports, wake);
  return { kind: "scheduled", wake };
}

/** What held a key may end between two looks; then it is tried again. */
const MAX_ATTEMPTS = 3;

/** A wake to be written, and how many may be pending with it. */
type Plan = { readonly wake: Wake; readonly cap: number };

type CheckedRequest = ScheduleRequest & { readonly context: JsonObject };

async function newWake(ports: SchedulePorts, by: Scheduler, request: CheckedRequest): Promise<Wake> {
  const followup_id: FollowupId = `fu_${derivedUlid(`${by.session_id}/${request.key}`)}`;
  const note = by.is_woken ? by.run.wake : undefined;
  const { reason, context, target, when, at, dedup_key, fire_within_ms, unless } = request;
  return {
    followup_id,
    session_id: by.session_id,
    owner: by.owner,
    from_agent: by.agent.slug,
    target,
    reason,
    context,
    when,
    fires_at: at,
    status: "scheduled",
    ...(dedup_key === undefined ? {} : { dedup_key }),
    ...(fire_within_ms === undefined ? {} : { fire_within_ms }),
    ...(unless === undefined ? {} : { unless, said_seq: await saidUntilNow(ports, by) }),
    depth: (note?.depth ?? 0) + 1,
    root_id: note?.root_id ?? followup_id,
    scheduled_by_turn: by.run.turn,
    scheduled_by_version: by.run.dag_version,
    anchor: by.anchor,
    created_at: ports.clock.now(),
  };
}

/** A reply to the promise comes after it; what was said before is none. */
async function saidUntilNow(ports: SchedulePorts, by: Scheduler): Promise<number> {
  return (await ports.mailboxes.read(by.session_id))?.said_seq ?? 0;
}

function commitWake(ports: SchedulePorts, by: Scheduler, { wake, cap }: Plan): Promise<CommitOutcome> {
  const { followup_id, reason, target } = wake;
  const { turn, dag_version } = by.run;
  return ports.ledger.commit({
    session_id: by.session_id,
    at: wake.created_at,
    mailbox: { wakes: { delta: 1, target, cap, alone: by.agent.manager } },
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn,
        type: "followup_scheduled",
        payload: { followup_id, reason, target, fires_at: new Date(wake.fires_at).toISOString() },
      },
    ],
    writes: [
      { kind: "wake_new", wake, since_seq: by.since_seq },
      // A woken turn whose run was canceled or taken further may still be at work; it must not promise anything more.
      ...(by.is_woken
        ? [{ kind: "run_is" as const, turn, dag_version, statuses: ["queued", "running"] as const }]
        : []),
      ...(by.is_step === true ? [{ kind: "run_is" as const, turn, statuses: liveStatuses }] : []),
    ],
  });
}

async function lostTo(
  ports: SchedulePorts,
  by: Scheduler,
  { wake, cap }: Plan,
  { lost, pending }: Extract<CommitOutcome, { kind: "lost" }>,
): Promise<ScheduleOutcome> {
  // The same call again, or its first answer was lost: the row is there, whatever else would be refused by now.
  const own = await ports.wakes.readWake(by.session_id, wake.followup_id);
  if (own !== null) {
    if (own.status === "scheduled") await setBell(ports, own);
    return { kind: "already_scheduled", wake: own, is_same: asks(own) === asks(wake) };
  }
  if (lost.includes("session") || lost.includes("archived")) return { kind: "session_closed" };
  if (lost.includes("run_is")) return { kind: "turn_over" };
  if (lost.includes("chain")) return { kind: "chain_killed" };
  if (lost.includes("tombstone")) return { kind: "tombstone" };
  const holder = await holderOf(ports, wake, { lost, pending });
  if (holder !== null) return { kind: "already_pending", wake: holder };
  if (!lost.includes("cap")) return { kind: "contended" };
  return { kind: "cap_reached", max: cap, pending: await ports.wakes.pendingWakes(by.session_id) };
}

/** The pending wake that makes this one unnecessary. A key that is taken is an answer even at the cap. */
async function holderOf(
  ports: SchedulePorts,
  wake: Wake,
  { lost, pending }: { readonly lost: readonly string[]; readonly pending?: FollowupId | undefined },
): Promise<Wake | null> {
  if (pending !== undefined) {
    const holder = await ports.wakes.readWake(wake.session_id, pending);
    return holder?.status === "scheduled" ? holder : null;
  }
  const byKey = wake.dedup_key === undefined ? null : await ports.wakes.pendingByKey(wake.session_id, wake.dedup_key);
  if (byKey !== null || !lost.includes("alone")) return byKey;
  const all = await ports.wakes.pendingWakes(wake.session_id);
  return all.find(({ target }) => target === wake.target) ?? null;
}

/** What a wake asks for, apart from when it was asked. */
const asks = ({ reason, context, target, when, dedup_key }: Wake): string =>
  canonicalJson({ reason, context, target, when, dedup_key: dedup_key ?? null });
