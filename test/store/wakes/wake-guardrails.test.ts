import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionId } from "../../../shared/contracts/ids.ts";
import type { Run } from "../../../shared/contracts/records.ts";
import { cancelRun } from "../../../shared/steps/runs/cancel-run.ts";
import { cancelWake } from "../../../shared/steps/wakes/cancel-wake.ts";
import { schedulingTools } from "../../../shared/steps/wakes/scheduling-tools.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { callsTools } from "../../support/scripted-model.ts";
import { answers, results, say, talkTo } from "../../support/talk.ts";
import {
  agentLike,
  ask,
  eventsOf,
  hour,
  minute,
  openSession,
  overrideIn,
  rowOf,
  runsOf,
  scheduled,
  travel,
  turnIn,
} from "../../support/wakes.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const lead = agentLike("lead", { manager: true, can_call: ["memo", "helper"] });
const agents = [agentLike("memo", { can_call: ["helper"] }), agentLike("helper"), lead];
const newWorld = () => new World(table, agents, answering("Nothing new."));

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

async function kindsOf(outcomes: readonly Promise<{ readonly kind: string }>[]): Promise<Record<string, number>> {
  const kinds: Record<string, number> = {};
  for (const { kind } of await Promise.all(outcomes)) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
}

async function pendingOf(world: World, session_id: SessionId) {
  const pending = await world.ports.wakes.pendingWakes(session_id);
  const mailbox = await world.ports.mailboxes.read(session_id);
  expect(mailbox?.pending_wakes).toBe(pending.length);
  return pending;
}

describe("INV-7 however many ask at once", () => {
  test("50 for one session: exactly 20 are taken, the others are told which", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const outcomes = times(50).map(() => ask(world, turnIn(world, session_id)));
    expect(await kindsOf(outcomes)).toEqual({ scheduled: 20, cap_reached: 30 });
    expect(await pendingOf(world, session_id)).toHaveLength(20);
    expect(await ask(world, turnIn(world, session_id))).toMatchObject({
      kind: "cap_reached",
      max: 20,
      pending: { length: 20 },
    });
    expect((await eventsOf(world, session_id)).map(({ seq }) => seq)).toEqual(times(20).map((index) => index + 1));
  });

  test("50 with one dedup key: exactly one row, and everybody is told of it", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const outcomes = times(50).map(() => ask(world, turnIn(world, session_id), { dedup_key: "census" }));
    expect(await kindsOf(outcomes)).toEqual({ scheduled: 1, already_pending: 49 });
    const [row, ...more] = await pendingOf(world, session_id);
    expect(more).toEqual([]);
    for (const outcome of outcomes) expect(await outcome).toMatchObject({ wake: { followup_id: row?.followup_id } });
  });

  test("the same call 50 times: exactly one row", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const call = { key: "one call", reason: "Look." };
    const outcomes = times(50).map(() => ask(world, turnIn(world, session_id), call));
    expect(await kindsOf(outcomes)).toEqual({ scheduled: 1, already_scheduled: 49 });
    expect(await pendingOf(world, session_id)).toHaveLength(1);
  });

  test("a manager 20 times for two agents: one each", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const by = turnIn(world, session_id, { agent: lead });
    const outcomes = times(20).map((index) => ask(world, by, { target: index % 2 === 0 ? "memo" : "helper" }));
    expect(await kindsOf(outcomes)).toEqual({ scheduled: 2, already_pending: 18 });
    expect((await pendingOf(world, session_id)).map(({ target }) => target).sort()).toEqual(["helper", "memo"]);
  });

  test("a manager and the agent itself: never the manager on top of what the agent has pending", async () => {
    const world = newWorld();
    for (const round of times(20)) {
      const session_id = await openSession(world);
      const [own, on_behalf] = await Promise.all([
        ask(world, turnIn(world, session_id)),
        ask(world, turnIn(world, session_id, { agent: lead }), { target: "memo" }),
      ]);
      expect(own.kind, `round ${round}`).toBe("scheduled");
      const [first, ...more] = [...(await pendingOf(world, session_id))].sort((a, b) => a.created_at - b.created_at);
      if (on_behalf.kind === "already_pending") expect(more).toEqual([]);
      else expect([first?.from_agent, ...more.map(({ from_agent }) => from_agent)].sort()).toEqual(["lead", "memo"]);
    }
  });

  test("scheduling and cancelling at once: the count is right in the end", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const wakes = await Promise.all(
      times(10).map(() => scheduled(world, session_id, { dedup_key: undefined as never })),
    );
    await Promise.all([
      ...wakes.map(({ followup_id }) => cancelWake(world.ports, { owner: "ada", session_id, followup_id })),
      ...times(10).map(() => ask(world, turnIn(world, session_id))),
    ]);
    expect(await pendingOf(world, session_id)).toHaveLength(10);
  });
});

describe("the cap", () => {
  test("has room again when one fired, was cancelled or dropped", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const first = await scheduled(world, session_id, { inMs: minute });
    for (const _ of times(19)) await scheduled(world, session_id, { inMs: hour });
    expect(await ask(world, turnIn(world, session_id))).toMatchObject({ kind: "cap_reached" });
    await travel(world, first.fires_at);
    expect((await rowOf(world, first)).status).toBe("fired");
    const again = await scheduled(world, session_id, { inMs: hour });
    expect(await ask(world, turnIn(world, session_id))).toMatchObject({ kind: "cap_reached" });
    await cancelWake(world.ports, { owner: "ada", session_id, followup_id: again.followup_id });
    expect(await ask(world, turnIn(world, session_id))).toMatchObject({ kind: "scheduled" });
  });

  test("does not hide that the key is pending already", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const first = await scheduled(world, session_id, { dedup_key: "census" });
    for (const _ of times(19)) await scheduled(world, session_id);
    const outcome = await ask(world, turnIn(world, session_id), { dedup_key: "census" });
    expect(outcome).toMatchObject({ kind: "already_pending", wake: { followup_id: first.followup_id } });
  });

  test("is the session's, then the agent's by override, then the definition's", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    await overrideIn(world, { agent: "helper" }, { max_per_session: 2 });
    const by = turnIn(world, session_id, { agent: agentLike("helper") });
    expect(await kindsOf([ask(world, by), ask(world, by), ask(world, by)])).toEqual({ scheduled: 2, cap_reached: 1 });
    await overrideIn(world, { session_id }, { max_per_session: 3 });
    expect(await kindsOf([ask(world, by), ask(world, by)])).toEqual({ scheduled: 1, cap_reached: 1 });
  });
});

describe("a dedup key", () => {
  test("is free again when its wake fired or was dropped", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const first = await scheduled(world, session_id, { inMs: minute, dedup_key: "k" });
    await travel(world, first.fires_at);
    expect(await ask(world, turnIn(world, session_id), { dedup_key: "k" })).toMatchObject({ kind: "scheduled" });
  });

  test("counts in its session only, and for every target there", async () => {
    const world = newWorld();
    const [one, other] = [await openSession(world), await openSession(world)];
    await scheduled(world, one, { dedup_key: "k" });
    expect(await ask(world, turnIn(world, other), { dedup_key: "k" })).toMatchObject({ kind: "scheduled" });
    expect(await ask(world, turnIn(world, one), { dedup_key: "k", target: "helper" })).toMatchObject({
      kind: "already_pending",
      wake: { target: "memo" },
    });
  });

  test("is compared as it was written: case, Unicode form, length", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const keys = ["k", "K", "é", "e\u0301", "ﬁ", "fi", "k ", "🙂".repeat(255), "🙂".repeat(254), "__proto__"];
    for (const dedup_key of keys)
      expect(await ask(world, turnIn(world, session_id), { dedup_key }), dedup_key).toMatchObject({
        kind: "scheduled",
      });
    for (const dedup_key of keys)
      expect(await ask(world, turnIn(world, session_id), { dedup_key })).toMatchObject({ kind: "already_pending" });
  });

  test("that was cancelled is a tombstone for turns that knew nothing of it yet", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const { followup_id } = await scheduled(world, session_id, { dedup_key: "k" });
    const before = (await world.ports.mailboxes.read(session_id))?.seq ?? 0;
    await cancelWake(world.ports, { owner: "ada", session_id, followup_id });
    const running = turnIn(world, session_id, { since_seq: before });
    expect(await ask(world, running, { dedup_key: "k" })).toEqual({ kind: "tombstone" });
    expect(await ask(world, running, { dedup_key: "other" })).toMatchObject({ kind: "scheduled" });
    const later = turnIn(world, session_id, { since_seq: before + 1 });
    expect(await ask(world, later, { dedup_key: "k" })).toMatchObject({ kind: "scheduled" });
    expect(await ask(world, running, { dedup_key: "k" })).toMatchObject({ kind: "already_pending" });
  });
});

describe("a chain", () => {
  /** A woken run that goes on, as the one at `depth` of its chain. */
  async function wokenAt(world: World, session_id: SessionId, depth: number): Promise<Run> {
    const wake = await scheduled(world, session_id, { inMs: 0 });
    for (const queue of ["wakes", "nudges"] as const) {
      const message = world.take(queue);
      if (message !== undefined) await world.deliver(message);
    }
    world.pending.splice(0);
    const run = (await runsOf(world, session_id)).find((one) => one.wake?.followup_id === wake.followup_id);
    if (run?.wake === undefined) throw new Error("it did not start");
    return { ...run, wake: { ...run.wake, depth, root_id: "fu_01J0000000000000000000000Z" } };
  }

  test("is five long", async () => {
    const replies = times(5).flatMap((index) => [
      callsTools(["schedule_follow_up", { description: `Look, for the ${index + 1}. time.`, in: "1m" }]),
      answers(),
    ]);
    const sixth = callsTools(["schedule_follow_up", { description: "Look, for the 6. time.", in: "1m" }]);
    const { world, model, run_id, session_id } = await talkTo(table, "memo", ...replies, sixth, answers());
    await say(world, run_id);
    await travel(world, world.clock.now() + 10 * minute);
    const runs = await runsOf(world, session_id);
    expect(runs.map((run) => run.wake?.depth ?? 0)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(new Set(runs.slice(1).map((run) => run.wake?.root_id)).size).toBe(1);
    expect(results(model).at(-1)).toMatchObject({
      ok: false,
      value: { error: expect.stringMatching(/at most 5 long/) },
    });
  });

  test("goes on through another agent, with its depth and its root", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const run = await wokenAt(world, session_id, 4);
    const by = turnIn(world, session_id, { run, is_woken: true });
    const outcome = await ask(world, by, { target: "helper" });
    expect(outcome).toMatchObject({ kind: "scheduled", wake: { depth: 5, root_id: "fu_01J0000000000000000000000Z" } });
    const last = { ...run, wake: { ...(run.wake as NonNullable<Run["wake"]>), depth: 5 } };
    const deeper = turnIn(world, session_id, { run: last, is_woken: true });
    expect(await ask(world, deeper, { target: "helper" })).toEqual({ kind: "too_deep", max: 5 });
  });

  test("begins anew when a person says something to a woken run", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const run = await wokenAt(world, session_id, 5);
    const outcome = await ask(world, turnIn(world, session_id, { run, is_woken: false }));
    expect(outcome).toMatchObject({ kind: "scheduled", wake: { depth: 1 } });
  });

  test("ends with a run that was canceled, although its turn is still at work", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const run = await wokenAt(world, session_id, 1);
    const by = turnIn(world, session_id, { run, is_woken: true });
    expect(await ask(world, by)).toMatchObject({ kind: "scheduled" });
    expect(await cancelRun(world.ports, { owner: "ada", session_id, turn: run.turn, work: "keep" })).toEqual({
      kind: "canceled",
    });
    expect(await ask(world, by)).toEqual({ kind: "turn_over" });
  });
});

describe("an agent that is switched off at run time", () => {
  test("is not offered the tools, and its calls are refused, until it is switched on again", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const by = turnIn(world, session_id);
    const switchTo = (enabled: boolean) => overrideIn(world, { session_id }, { enabled });
    const offered = await schedulingTools(world.ports, by);
    expect(offered.map(({ spec }) => spec.name)).toEqual(["schedule_follow_up", "list_follow_ups", "cancel_follow_up"]);
    await switchTo(false);
    expect(await schedulingTools(world.ports, by)).toEqual([]);
    expect(await ask(world, by)).toEqual({ kind: "opted_out" });
    // A turn that was offered the tools before is refused as well.
    const schedule = offered[0];
    const outcome = await schedule?.run({ description: "Look.", in: "30m" }, { key: "k", round: 1 });
    expect(outcome).toMatchObject({ ok: false, text: expect.stringContaining("switched off") });
    await switchTo(true);
    expect(await ask(world, by)).toMatchObject({ kind: "scheduled" });
  });
});
