import { DeleteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mailboxKey } from "../../../shared/adapters/dynamo/keys.ts";
import type { Agent } from "../../../shared/agents/define-agent.ts";
import type { SessionId } from "../../../shared/contracts/ids.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import type { Wake } from "../../../shared/contracts/wake.ts";
import { wakeEventId } from "../../../shared/domain/wakes/wake-event-id.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import { fold } from "../../../shared/steps/fold/fold.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { archiveSession } from "../../../shared/steps/sessions/archive-session.ts";
import { cancelWake } from "../../../shared/steps/wakes/cancel-wake.ts";
import { ringWake } from "../../../shared/steps/wakes/ring-wake.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { gateRequests, through } from "../../support/request-gate.ts";
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
  runsWokenBy,
  scheduled,
  travel,
  turnIn,
} from "../../support/wakes.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterAll(() => table.stop());

const helper = agentLike("helper");
const agents = [agentLike("memo", { can_call: ["helper", "stranger"] }), helper, stranger(helper)];
const newWorld = () => new World(table, agents, answering("Nothing new."));

/** One that cannot make anything of a note: its author did not think of it. */
function stranger(other: Agent): Agent {
  if (other.kind !== "specialised") throw new Error("no policy");
  const initial = () => {
    throw new TypeError("no topic in the note");
  };
  return { ...other, slug: "stranger", policy: { ...other.policy, initial } };
}

const ringOf = ({ session_id, followup_id }: Wake) => ({ session_id, followup_id });
const cancel = (world: World, wake: Wake, owner = "ada") => cancelWake(world.ports, { owner, ...ringOf(wake) });
const archive = (world: World, session_id: SessionId) => archiveSession(world.ports, { owner: "ada", session_id });

/** A person asks for a new run in the session. */
async function speak(world: World, session_id: SessionId, input = "add one") {
  const request = { owner: "ada", agent: "memo", input, session_id, sources: [], on_busy: "enqueue", channel: null };
  expect((await startRun(world.ports, { ...request, on_busy: "enqueue" })).kind).toBe("accepted");
}

/** A wake that is due and has put its entry into the mailbox. */
async function rung(world: World, session_id: SessionId, more: Parameters<typeof scheduled>[2] = {}): Promise<Wake> {
  const wake = await scheduled(world, session_id, { inMs: 0, ...more });
  expect(await ringWake(world.ports, ringOf(wake))).toMatchObject({ kind: "rung" });
  world.pending.splice(0);
  return wake;
}

/** How a wake ended without a run: row, event, counters, mailbox and attention. */
async function expectEnd(world: World, wake: Wake, status: Wake["status"], reason: string | null) {
  const row = await rowOf(world, wake);
  expect({ status: row.status, reason: row.dropped_reason ?? null }).toEqual({ status, reason });
  expect(row.closed_at).toBe(world.clock.now());
  expect(await runsWokenBy(world, wake)).toEqual([]);
  const mailbox = await world.ports.mailboxes.read(wake.session_id);
  expect(mailbox).toMatchObject({ pending_wakes: 0, entries: [] });
  expect(mailbox?.waking?.[wake.target] ?? 0).toBe(0);
  expect(await world.ports.wakes.pendingWakes(wake.session_id)).toEqual([]);
  const closed = (await eventsOf(world, wake.session_id)).filter(({ type }) => type === "followup_closed");
  expect(closed.map(({ payload }) => payload)).toEqual([{ followup_id: wake.followup_id, status, reason }]);
  const overdue = await world.ports.attention.overdue(world.clock.now() + hour);
  expect(overdue.filter(({ session_id }) => session_id === wake.session_id)).toEqual([]);
}

describe("a wake whose run cannot be started", () => {
  test("INV-5 is dropped with that reason after many tries, and the same may be scheduled again", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const asked = { inMs: 0, target: "stranger", dedup_key: "look" };
    const wake = await rung(world, session_id, asked);
    let tries = 0;
    for (; (await rowOf(world, wake)).status === "scheduled" && tries < 100; tries += 1) {
      world.clock.advance(minute);
      await fold(world.ports, { session_id }).catch(() => undefined);
    }
    expect(tries).toBeGreaterThan(10);
    await expectEnd(world, wake, "dropped", "start_failed");
    expect(await ask(world, turnIn(world, session_id), { ...asked, inMs: hour })).toMatchObject({ kind: "scheduled" });
  });

  test("INV-8 leaves what waits behind it its own patience", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const first = await rung(world, session_id, { target: "stranger" });
    const second = await rung(world, session_id, { target: "stranger" });
    const ends = new Map<string, number>();
    for (let tries = 1; ends.size < 2 && tries < 100; tries += 1) {
      world.clock.advance(minute);
      await fold(world.ports, { session_id }).catch(() => undefined);
      for (const { followup_id, status } of [await rowOf(world, first), await rowOf(world, second)])
        if (status === "dropped" && !ends.has(followup_id)) ends.set(followup_id, tries);
    }
    const [one = 0, other = 0] = [...ends.values()];
    expect(one).toBeGreaterThan(10);
    expect(other - one).toBeGreaterThan(10);
  });

  test("INV-4 is left to who has taken the lock over", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const wake = await rung(world, session_id);
    let isTaken = false;
    const before = async (command: string) => {
      if (command !== "TransactWriteItemsCommand" || isTaken) return;
      isTaken = true;
      world.clock.advance(limits.leaseMs + 1);
      await through({}, () => world.ports.mailboxes.takeLock(session_id, "another", world.clock.now()));
    };
    const find = () => {
      throw new Fault("agent_broken", "park");
    };
    const broken = { ...world.ports, agents: { ...world.ports.agents, find } };
    expect(await through({ before }, () => fold(broken, { session_id }))).toEqual({ kind: "taken_over" });
    expect((await rowOf(world, wake)).status).toBe("scheduled");
  });

  test("INV-5 is dropped at once when a fault says that trying again cannot help", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const wake = await rung(world, session_id);
    const find = () => {
      throw new Fault("agent_broken", "park");
    };
    await fold({ ...world.ports, agents: { ...world.ports.agents, find } }, { session_id });
    await expectEnd(world, wake, "dropped", "start_failed");
  });
});

describe("a cancel", () => {
  test("before the ring wins, and takes the bell along", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: hour });
    expect(await cancel(world, wake)).toMatchObject({ kind: "cancelled", wake: { status: "cancelled" } });
    expect(world.bells.size).toBe(0);
    await expectEnd(world, wake, "cancelled", null);
    expect(await ringWake(world.ports, ringOf(wake))).toEqual({ kind: "closed" });
    await world.advance(2 * hour - 60 * minute);
    await expect(runsOf(world, wake.session_id)).resolves.toEqual([]);
  });

  test("after the ring still wins, and closes what waits in the mailbox with the reason", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const wake = await rung(world, session_id);
    expect((await world.ports.mailboxes.read(session_id))?.entries).toHaveLength(1);
    expect(await cancel(world, wake)).toMatchObject({ kind: "cancelled" });
    await expectEnd(world, wake, "cancelled", null);
    expect(JSON.stringify(await eventsOf(world, session_id))).toContain('"reason":"followup_cancelled"');
    expect(await fold(world.ports, { session_id })).toEqual({ kind: "folded" });
    expect(await runsOf(world, session_id)).toEqual([]);
  });

  test("stays done although Scheduler cannot take the bell back", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: hour });
    const remove = () => Promise.reject(new Error("DeleteSchedule failed"));
    const ports = { ...world.ports, bells: { ...world.ports.bells, remove } };
    const outcome = await cancelWake(ports, { owner: "ada", ...ringOf(wake) });
    expect(outcome).toMatchObject({ kind: "cancelled" });
    await travel(world, wake.fires_at + minute);
    expect(await runsOf(world, wake.session_id)).toEqual([]);
  });

  test("after the start reports what it is and changes nothing", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: 0 });
    await world.settle();
    const before = await rowOf(world, wake);
    expect(await cancel(world, wake)).toEqual({ kind: "closed", wake: before });
    expect(before.status).toBe("fired");
    expect(await rowOf(world, wake)).toEqual(before);
    expect(await runsWokenBy(world, wake)).toMatchObject([{ status: "completed" }]);
  });

  test("repeated, also at once, cancels once", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: hour });
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => cancel(world, wake)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["cancelled", "closed", "closed", "closed"]);
    expect(await cancel(world, wake)).toMatchObject({ kind: "closed", wake: { status: "cancelled" } });
    await expectEnd(world, wake, "cancelled", null);
  });

  test("by somebody else finds nothing", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: hour });
    expect(await cancel(world, wake, "eve")).toEqual({ kind: "not_found" });
    expect((await rowOf(world, wake)).status).toBe("scheduled");
  });
});

describe("a wake is dropped with its reason", () => {
  test("when its session is archived, rung or not", async () => {
    for (const isRung of [false, true]) {
      const world = newWorld();
      const session_id = await openSession(world);
      const wake = isRung ? await rung(world, session_id) : await scheduled(world, session_id, { inMs: hour });
      expect(await archive(world, session_id)).toBe("archived");
      await expectEnd(world, wake, "dropped", "session_archived");
      expect(world.bells.size).toBe(0);
      expect(await archive(world, session_id)).toBe("archived");
      await expectEnd(world, wake, "dropped", "session_archived");
    }
  });

  test("when it rings in a session that was archived by a process that died before it dropped it", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const wake = await scheduled(world, session_id, { inMs: minute });
    await world.ports.mailboxes.archive(session_id, "ada");
    world.clock.advance(minute);
    expect(await ringWake(world.ports, ringOf(wake))).toEqual({ kind: "dropped", reason: "session_archived" });
    await expectEnd(world, wake, "dropped", "session_archived");
  });

  test("when its session is archived in the middle of its start", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const wake = await rung(world, session_id);
    let isArchived = false;
    const before = async (command: string) => {
      if (command !== "TransactWriteItemsCommand" || isArchived) return;
      isArchived = true;
      await through({}, () => world.ports.mailboxes.archive(session_id, "ada"));
    };
    expect(await through({ before }, () => fold(world.ports, { session_id }))).toEqual({ kind: "folded" });
    await expectEnd(world, wake, "dropped", "session_archived");
  });

  test("when its session does not exist any more", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const wake = await scheduled(world, session_id, { inMs: minute, dedup_key: "k" });
    const db = DynamoDBDocumentClient.from(table.client);
    await db.send(new DeleteCommand({ TableName: table.tableName, Key: mailboxKey(session_id) }));
    world.clock.advance(minute);
    expect(await ringWake(world.ports, ringOf(wake))).toEqual({ kind: "dropped", reason: "session_expired" });
    expect(await rowOf(world, wake)).toMatchObject({ status: "dropped", dropped_reason: "session_expired" });
    expect(await world.ports.wakes.pendingWakes(session_id)).toEqual([]);
    expect(await ringWake(world.ports, ringOf(wake))).toEqual({ kind: "closed" });
  });

  test("when the agent it wakes is gone; the same name later revives nothing", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const wakes = [
      await rung(world, session_id, { target: "helper" }),
      await rung(world, session_id, { target: "helper" }),
    ];
    const without = { find: (slug: string) => (slug === "helper" ? undefined : world.ports.agents.find(slug)) };
    expect(await fold({ ...world.ports, agents: without }, { session_id })).toEqual({ kind: "folded" });
    for (const wake of wakes)
      expect(await rowOf(world, wake)).toMatchObject({ status: "dropped", dropped_reason: "agent_removed" });
    for (const wake of wakes) expect(await ringWake(world.ports, ringOf(wake))).toEqual({ kind: "closed" });
    await world.advance(3 * minute);
    expect(await runsOf(world, session_id)).toEqual([]);
  });

  test("when the agent that scheduled it was switched off since", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const wake = await rung(world, session_id);
    await overrideIn(world, { session_id }, { enabled: false });
    await fold(world.ports, { session_id });
    await expectEnd(world, wake, "dropped", "opted_out");
  });

  test.each([
    ["fire_within 30m, 11 h late", 30 * minute, 11 * hour, "late"],
    ["fire_within 30m, 29 min late", 30 * minute, 29 * minute, null],
    ["drop, 3 min late", 2 * minute, 3 * minute, "late"],
    ["drop, on time", 2 * minute, 1000, null],
    ["fire, 11 h late", undefined, 11 * hour, null],
  ])("when it is too late: %s", async (_what, fire_within_ms, lateMs, reason) => {
    const world = newWorld();
    const session_id = await openSession(world);
    const late = fire_within_ms === undefined ? {} : { fire_within_ms };
    const wake = await scheduled(world, session_id, { inMs: minute, ...late });
    world.pending.splice(0);
    world.clock.advance(minute + lateMs);
    expect(await ringWake(world.ports, ringOf(wake))).toMatchObject({ kind: "rung" });
    await fold(world.ports, { session_id });
    if (reason !== null) return expectEnd(world, wake, "dropped", reason);
    expect(await rowOf(world, wake)).toMatchObject({ status: "fired" });
  });

  test("unless the person replied, when they did", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    await speak(world, session_id, "add one");
    await world.settle();
    const wake = await scheduled(world, session_id, { inMs: minute, unless: "user_replied" });
    const other = await scheduled(world, session_id, { inMs: minute });
    await speak(world, session_id, "add two");
    await world.advance(2 * minute);
    expect(await rowOf(world, wake)).toMatchObject({ status: "dropped", dropped_reason: "user_replied" });
    expect(await rowOf(world, other)).toMatchObject({ status: "fired" });
  });

  test("and starts when the person said nothing after it was scheduled", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    await speak(world, session_id, "add one");
    await world.settle();
    const wake = await scheduled(world, session_id, { inMs: minute, unless: "user_replied" });
    await world.advance(2 * minute);
    expect(await rowOf(world, wake)).toMatchObject({ status: "fired" });
  });

  test("also when the reply comes in the middle of its start", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const wake = await rung(world, session_id, { unless: "user_replied" });
    let hasSpoken = false;
    const before = async (command: string) => {
      if (command !== "TransactWriteItemsCommand" || hasSpoken) return;
      hasSpoken = true;
      await through({}, () => speak(world, session_id));
    };
    await through({ before }, () => fold(world.ports, { session_id }));
    expect(await rowOf(world, wake)).toMatchObject({ status: "dropped", dropped_reason: "user_replied" });
  });
});

test("nothing can be scheduled in a session that is archived or gone", async () => {
  const world = newWorld();
  const session_id = await openSession(world);
  await archive(world, session_id);
  expect(await ask(world, turnIn(world, session_id))).toEqual({ kind: "session_closed" });
  expect(await ask(world, turnIn(world, "ses_01J0000000000000000000000Z"))).toEqual({ kind: "session_closed" });
});

test("a wake and an archive at once: either it is dropped or it was refused", async () => {
  const world = newWorld();
  for (let round = 0; round < 20; round += 1) {
    const session_id = await openSession(world);
    const [outcome] = await Promise.all([ask(world, turnIn(world, session_id)), archive(world, session_id)]);
    if (outcome.kind === "scheduled")
      expect(await rowOf(world, outcome.wake)).toMatchObject({ status: "dropped", dropped_reason: "session_archived" });
    else expect(outcome).toEqual({ kind: "session_closed" });
    expect((await world.ports.mailboxes.read(session_id))?.pending_wakes).toBe(0);
  }
});

test("a ring of a wake that does not exist is answered and forgotten", async () => {
  const world = newWorld();
  const session_id = await openSession(world);
  const nobody = { session_id, followup_id: "fu_01J0000000000000000000000Z" } as const;
  expect(await ringWake(world.ports, nobody)).toEqual({ kind: "unknown" });
  expect(world.pending).toEqual([]);
});

test("the entry of a wake is one, by its name", () => {
  expect(wakeEventId("fu_01J0000000000000000000000Z")).toBe(wakeEventId("fu_01J0000000000000000000000Z"));
});
