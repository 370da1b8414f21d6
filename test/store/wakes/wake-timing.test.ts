import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DynamoWakeStore } from "../../../shared/adapters/dynamo/wake-store.ts";
import type { Wake } from "../../../shared/contracts/wake.ts";
import { sweep } from "../../../shared/steps/sweep/sweep.ts";
import { ringWake } from "../../../shared/steps/wakes/ring-wake.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import {
  agentLike,
  ask,
  day,
  hour,
  minute,
  openSession,
  rowOf,
  runsWokenBy,
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

const newWorld = () => new World(table, [agentLike("memo")], answering("Nothing new."));

/** How late the one run of a wake started. */
async function lateness(world: World, wake: Wake): Promise<number> {
  const runs = await runsWokenBy(world, wake);
  expect(runs).toHaveLength(1);
  return (runs[0]?.created_at ?? 0) - wake.fires_at;
}

const bellIsDown = async () => {
  throw new Error("CreateSchedule failed");
};

describe("a wake starts within a second of its due time", () => {
  const waits = [
    ["now", 0],
    ["1 minute", minute],
    ["89 s", 89_000],
    ["14m59s", 15 * minute - 1000],
    ["15m", 15 * minute],
    ["15m and 1 ms", 15 * minute + 1],
    ["15m01s", 15 * minute + 1000],
    ["90 minutes", 90 * minute],
    ["2^31 ms less 1", 2 ** 31 - 1],
    ["2^31 ms", 2 ** 31],
    ["24.8 days", 24.8 * day],
    ["25 days", 25 * day],
    ["30 days", 30 * day],
  ] as const;

  test.each(waits)("%s ahead, whenever in its minute the bell rings", async (_what, inMs) => {
    for (const afterMs of [0, 29_500, 59_999]) {
      const world = newWorld();
      world.clock.advance(357);
      const wake = await scheduled(world, await openSession(world), { inMs });
      expect(world.bells.size).toBe(inMs > 15 * minute ? 1 : 0);
      await travel(world, wake.fires_at - 1, afterMs);
      expect(await runsWokenBy(world, wake)).toHaveLength(inMs === 0 ? 1 : 0);
      await travel(world, wake.fires_at + 2 * minute, afterMs);
      expect(await lateness(world, wake)).toSatisfy((ms: number) => ms >= 0 && ms <= 1000);
    }
  });

  test("and a bell is never asked for in the past or too late to be set", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: 15 * minute + 1000 });
    const bell = world.bells.get(wake.followup_id);
    expect((bell?.at ?? 0) - world.clock.now()).toBeGreaterThan(10 * minute);
    expect(wake.fires_at - (bell?.at ?? 0)).toBeGreaterThanOrEqual(minute);
  });

  test.each([1, 357, 999])("on the millisecond when %i ms of a second are left", async (offMs) => {
    const world = newWorld();
    // As the clock of a machine does: who pauses is later afterwards.
    Object.assign(world.clock, { pause: async (ms: number) => world.clock.advance(ms) });
    const wake = await scheduled(world, await openSession(world), { inMs: minute + offMs });
    const message = world.pending.pop();
    if (message === undefined) throw new Error("nothing rings");
    expect(wake.fires_at - message.at).toBe(offMs);
    world.clock.advance(minute);
    expect(await ringWake(world.ports, { session_id: wake.session_id, followup_id: wake.followup_id })).toEqual({
      kind: "rung",
      late_ms: 1,
    });
  });

  test("although the clock of the function that rings is 2 s behind", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: 10 * minute });
    world.clock.advance(10 * minute - 2000);
    const message = world.pending.pop();
    expect(message).toMatchObject({ queue: "wakes", at: wake.fires_at });
    expect(await ringWake(world.ports, { session_id: wake.session_id, followup_id: wake.followup_id })).toEqual({
      kind: "early",
    });
    await travel(world, wake.fires_at + 3000);
    expect(await lateness(world, wake)).toSatisfy((ms: number) => ms >= 0 && ms <= 1000);
  });

  test("although the clock goes back 2 s between the ring and the start", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: minute });
    world.clock.advance(minute);
    const ring = world.take("wakes");
    if (ring === undefined) throw new Error("nothing rings");
    expect(await world.deliver(ring)).toBe("rung");
    world.clock.advance(-2000);
    for (const message of world.pending.splice(0)) await world.deliver(message);
    expect(await runsWokenBy(world, wake)).toHaveLength(1);
    const fired = (await world.ports.reader.events(wake.session_id, { after: 0, upTo: 99, turn: null, limit: 99 }))
      .items;
    expect(JSON.stringify(fired)).toContain('"late_ms":0');
  });
});

describe("rings may come early, late, twice or never", () => {
  test("an early ring of a wake that is far away changes nothing", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: 2 * hour });
    const ring = { session_id: wake.session_id, followup_id: wake.followup_id };
    expect(await ringWake(world.ports, ring)).toEqual({ kind: "early" });
    expect(world.pending).toEqual([]);
    expect(await rowOf(world, wake)).toEqual(wake);
  });

  test("each bell 0 to 3 times at random offsets: every wake starts exactly once", async () => {
    const offsets = fc.array(fc.integer({ min: -8 * minute, max: 4 * minute }), { maxLength: 3 });
    const wakes = fc.array(fc.record({ inMs: fc.integer({ min: minute, max: 8 * minute }), offsets }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(wakes, async (specs) => {
        const world = newWorld();
        const session_id = await openSession(world);
        const made: Wake[] = [];
        for (const { inMs, offsets: rings } of specs) {
          const wake = await scheduled(world, session_id, { inMs });
          world.pending.splice(0);
          world.bells.clear();
          made.push(wake);
          const body = { session_id, followup_id: wake.followup_id };
          for (const offset of rings) world.pending.push({ queue: "wakes", body, at: wake.fires_at + offset });
        }
        world.pending.sort((a, b) => a.at - b.at);
        await world.advance(13 * minute);
        for (const wake of made) {
          expect(await lateness(world, wake)).toSatisfy((ms: number) => ms >= 0 && ms <= 2 * minute);
          expect((await rowOf(world, wake)).status).toBe("fired");
        }
        expect((await world.ports.mailboxes.read(session_id))?.pending_wakes).toBe(0);
      }),
      { numRuns: 8, seed: 4 },
    );
  });

  test("a bell that is lost is made up for by the sweeper within 90 s", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: 16 * minute });
    world.bells.clear();
    await world.advance(18 * minute);
    expect(await lateness(world, wake)).toSatisfy((ms: number) => ms >= 0 && ms <= 90_000);
  });

  test("when no bell can be set the promise is kept to the second, through the sweeper", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const ports = { ...world.ports, bells: { ...world.ports.bells, set: bellIsDown } };
    const outcome = await ask(world, turnIn(world, session_id), { inMs: 16 * minute }, ports);
    if (outcome.kind !== "scheduled") throw new Error(outcome.kind);
    expect(world.bells.size).toBe(0);
    await world.advance(17 * minute);
    expect(await lateness(world, outcome.wake)).toSatisfy((ms: number) => ms >= 0 && ms <= 1000);
  });

  test("when neither queue, bell nor watch can be set it still starts, up to 90 s late", async () => {
    for (const inMs of [0, 16 * minute]) {
      const world = newWorld();
      const session_id = await openSession(world);
      const wakes = new DynamoWakeStore(world.table);
      wakes.watch = bellIsDown;
      const queues = { ...world.ports.queues, ring: bellIsDown };
      const ports = { ...world.ports, wakes, queues, bells: { ...world.ports.bells, set: bellIsDown } };
      const outcome = await ask(world, turnIn(world, session_id), { inMs }, ports);
      if (outcome.kind !== "scheduled") throw new Error(outcome.kind);
      await world.advance(18 * minute);
      expect(await lateness(world, outcome.wake)).toSatisfy((ms: number) => ms >= 0 && ms <= 90_000);
    }
  });

  test("a wake that rang and whose nudge was lost is found by the sweeper", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: minute });
    world.clock.advance(minute);
    const ring = world.take("wakes");
    if (ring === undefined) throw new Error("nothing rings");
    expect(await world.deliver(ring)).toBe("rung");
    world.pending.splice(0);
    await world.advance(2 * minute);
    expect(await runsWokenBy(world, wake)).toHaveLength(1);
  });

  test("a wake that has ended leaves nothing for the sweeper", async () => {
    const world = newWorld();
    const wake = await scheduled(world, await openSession(world), { inMs: minute });
    await world.advance(5 * minute);
    expect((await rowOf(world, wake)).status).toBe("fired");
    const overdue = await world.ports.attention.overdue(world.clock.now() + day);
    expect(overdue.filter(({ session_id }) => session_id === wake.session_id)).toEqual([]);
    expect(await sweep(world.ports, 0)).toMatchObject({ wakes: 0 });
  });
});
