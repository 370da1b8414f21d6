import { type Agent, defineAgent } from "../../shared/agents/define-agent.ts";
import { FollowUpSettings } from "../../shared/contracts/follow-up-settings.ts";
import { runIdOf, type SessionId } from "../../shared/contracts/ids.ts";
import type { Run, SessionEvent } from "../../shared/contracts/records.ts";
import type { Wake } from "../../shared/contracts/wake.ts";
import type { OverrideScope, RecordedOverride } from "../../shared/ports/wakes.ts";
import {
  type ScheduleOutcome,
  type ScheduleRequest,
  type Scheduler,
  scheduleWake,
} from "../../shared/steps/wakes/schedule-wake.ts";
import { memoAgent } from "./memo-agent.ts";
import type { World } from "./world.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The memo agent under another name and with other settings. */
export function agentLike(slug: string, more: Partial<Agent> = {}): Agent {
  const { follow_ups, can_call, manager } = more;
  const { follow_ups: own, ...memo } = memoAgent([]);
  return defineAgent({
    ...memo,
    slug,
    can_call: can_call ?? [],
    manager: manager ?? false,
    follow_ups: follow_ups ?? own,
  } as Parameters<typeof defineAgent>[0]);
}

/** Settings that differ from the defaults. */
export const settings = (more: Partial<FollowUpSettings>): FollowUpSettings => FollowUpSettings.parse(more);

let opened = 0;

/** A session in which nothing was said yet. */
export async function openSession(world: World, agent = "memo"): Promise<SessionId> {
  opened += 1;
  const id: SessionId = `ses_01J0000000000000000${String(opened).padStart(7, "0")}`;
  const session = {
    id,
    owner: "ada",
    agent,
    title: "",
    channel: { thread: "A" },
    status: "active" as const,
  };
  await world.ports.mailboxes.open({ ...session, created_at: world.clock.now(), on_busy: "revise" }, null, []);
  return id;
}

/** A turn in the session that a person's message started, as a stand-in where no run is needed. */
export function turnIn(world: World, session_id: SessionId, more: Partial<Scheduler> = {}): Scheduler {
  const agent = more.agent ?? world.ports.agents.find("memo");
  if (agent === undefined) throw new Error("no memo agent");
  const run: Run = {
    session_id,
    turn: 0,
    agent: agent.slug,
    status: "completed",
    dag_version: 1,
    rev: 1,
    input_text: "",
    source_ids: [],
    origin: { type: "person", owner: "ada" },
    created_at: 0,
    updated_at: 0,
  };
  const anchor = { channel: { thread: "A" }, run_id: runIdOf(session_id, 1), event_id: null };
  return { session_id, owner: "ada", agent, run, is_woken: false, anchor, since_seq: 0, key: "turn", ...more };
}

/** What an operator sets at run time for an agent or a session, in place of what was set before. */
export async function overrideIn(
  world: World,
  scope: OverrideScope,
  settings: RecordedOverride["settings"],
): Promise<void> {
  const at = world.clock.now();
  const before = await world.operations.readOverride(scope);
  const action = { id: world.ids.ulid(), at, by: "olga", action: "set_session" as const, details: {} };
  await world.operations.replaceOverride(scope, { before, after: { settings, by: "olga", at } }, action);
}

let calls = 0;

/** Schedules something in the session, 30 minutes ahead unless said otherwise. */
export function ask(
  world: World,
  by: Scheduler,
  more: Partial<ScheduleRequest> & { readonly inMs?: number } = {},
  ports = world.ports,
): Promise<ScheduleOutcome> {
  calls += 1;
  const { inMs = 30 * minute, ...rest } = more;
  const request = { reason: `Look again ${calls}.`, context: {}, target: "self", when: "30m", key: `call ${calls}` };
  return scheduleWake(ports, by, { ...request, at: world.clock.now() + inMs, ...rest });
}

/** A wake that is scheduled. @throws when it was refused. */
export async function scheduled(
  world: World,
  session_id: SessionId,
  more: Parameters<typeof ask>[2] & { readonly by?: Partial<Scheduler> } = {},
): Promise<Wake> {
  const { by = {}, ...request } = more;
  const outcome = await ask(world, turnIn(world, session_id, by), request);
  if (outcome.kind !== "scheduled") throw new Error(outcome.kind);
  return outcome.wake;
}

/** The row of a wake as it is now. */
export async function rowOf(world: World, { session_id, followup_id }: Wake): Promise<Wake> {
  const row = await world.ports.wakes.readWake(session_id, followup_id);
  if (row === null) throw new Error("the row is gone");
  return row;
}

/** Every run of the session, oldest first. */
export async function runsOf(world: World, session_id: SessionId): Promise<readonly Run[]> {
  const turns = (await world.ports.mailboxes.read(session_id))?.turns ?? 0;
  const all = Array.from({ length: turns }, (_, index) => world.ports.runs.readRun({ session_id, turn: index + 1 }));
  return (await Promise.all(all)).filter((run) => run !== null);
}

/** The runs that a wake started. */
export async function runsWokenBy(world: World, wake: Wake): Promise<readonly Run[]> {
  return (await runsOf(world, wake.session_id)).filter((run) => run.wake?.followup_id === wake.followup_id);
}

/** What is kept of the session's history, by number. */
export async function eventsOf(world: World, session_id: SessionId): Promise<readonly Partial<SessionEvent>[]> {
  const { items } = await world.ports.reader.events(session_id, { after: 0, upTo: 1e9, turn: null, limit: 1000 });
  return items.map((item) =>
    item.kind === "event" ? item.event : { seq: item.closed.seq, payload: { ...item.closed.disposition } },
  );
}

/**
 * Moves the time on to `until`, from one due message to the next, without the sweeper. Bells ring `afterMs` after their
 * time, as EventBridge Scheduler does within its minute.
 */
export async function travel(world: World, until: number, afterMs = 0): Promise<void> {
  await world.settle();
  for (;;) {
    const bells = [...world.bells.values()].map(({ at }) => at + afterMs);
    const next = Math.min(until, ...world.pending.map(({ at }) => at), ...bells);
    if (next > world.clock.now()) world.clock.advance(next - world.clock.now());
    for (const [name, bell] of world.bells) {
      if (bell.at + afterMs > world.clock.now()) continue;
      world.bells.delete(name);
      world.pending.push({ queue: "wakes", body: bell.ring, at: world.clock.now() });
    }
    await world.settle();
    if (world.clock.now() >= until) return;
  }
}
