import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SessionId } from "../../../shared/contracts/ids.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import type { Wake } from "../../../shared/contracts/wake.ts";
import type { Model } from "../../../shared/ports/model.ts";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { ringWake } from "../../../shared/steps/wakes/ring-wake.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { agentLike, minute, openSession, rowOf, runsOf, scheduled } from "../../support/wakes.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const newWorld = (model: Model = answering("Nothing new.")) => new World(table, [agentLike("memo")], model);

const ringOf = ({ session_id, followup_id }: Wake) => ({ session_id, followup_id });

/** A run of the session that goes on: its steps are on the queue and stay there. */
async function busy(world: World, session_id: SessionId) {
  const request = { owner: "ada", agent: "memo", input: "add one", session_id, sources: [], channel: null };
  const run = await startRun(world.ports, { ...request, on_busy: "enqueue" });
  if (run.kind !== "accepted") throw new Error(run.kind);
  await nudges(world);
  const tasks = world.pending.filter(({ queue }) => queue === "tasks");
  world.pending.splice(0);
  expect((await world.ports.mailboxes.read(session_id))?.active_turn).toBe(1);
  return { run_id: run.run_id, finish: () => void world.pending.push(...tasks) };
}

/** Delivers the nudges that are there, and nothing else. */
async function nudges(world: World) {
  for (let message = world.take("nudges"); message !== undefined; message = world.take("nudges"))
    await world.deliver(message);
}

/** What started, in order: words of a woken run's note. */
const started = async (world: World, session_id: SessionId) =>
  (await runsOf(world, session_id)).flatMap((run) => (run.wake === undefined ? [] : [run.wake.reason]));

describe("INV-6 a wake waits until the conversation is free", () => {
  test("while a run goes on, however long, and then starts", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const run = await busy(world, session_id);
    const wake = await scheduled(world, session_id, { inMs: minute });
    world.clock.advance(minute);
    expect(await ringWake(world.ports, ringOf(wake))).toMatchObject({ kind: "rung" });
    for (let hours = 0; hours < 3; hours += 1) {
      world.clock.advance(60 * minute);
      await nudges(world);
      expect(await started(world, session_id)).toEqual([]);
      expect((await rowOf(world, wake)).status).toBe("scheduled");
    }
    run.finish();
    await world.settle();
    expect((await rowOf(world, wake)).status).toBe("fired");
    const [first, woken] = await runsOf(world, session_id);
    expect(woken).toMatchObject({ status: "completed", turn: 2 });
    expect(woken?.created_at).toBeGreaterThanOrEqual(first?.updated_at ?? 0);
  });

  test("while something is being answered, and starts when it is", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const run = await busy(world, session_id);
    run.finish();
    await world.settle();
    const question = { owner: "ada", run_id: run.run_id, text: "Why is the first point there?", attachments: [] };
    await acceptFollowUp(world.ports, { ...question, on_busy: "revise" });
    await nudges(world);
    const wake = await scheduled(world, session_id, { inMs: 0 });
    const ring = world.take("wakes");
    if (ring !== undefined) await world.deliver(ring);
    await nudges(world);
    expect((await rowOf(world, wake)).status).toBe("scheduled");
    const answer = world.take("tasks");
    expect(answer?.body).toMatchObject({ kind: "answer" });
    if (answer !== undefined) expect(await world.deliver(answer)).toBe("answered");
    await world.settle();
    expect((await rowOf(world, wake)).status).toBe("fired");
  });

  test("in the session that is meant: another one's run holds up nothing", async () => {
    const world = newWorld();
    await busy(world, await openSession(world));
    const wake = await scheduled(world, await openSession(world), { inMs: 0 });
    await world.settle();
    expect((await rowOf(world, wake)).status).toBe("fired");
  });

  test("five that became due during one run start one after another, in the order they were due", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const run = await busy(world, session_id);
    const wakes: Wake[] = [];
    for (const at of [3, 1, 5, 2, 4])
      wakes.push(await scheduled(world, session_id, { inMs: at * minute, reason: `Due at ${at}.` }));
    world.pending.splice(0);
    world.clock.advance(10 * minute);
    for (const wake of wakes) expect(await ringWake(world.ports, ringOf(wake))).toMatchObject({ kind: "rung" });
    await nudges(world);
    expect(await started(world, session_id)).toEqual([]);
    run.finish();
    await world.settle();
    expect(await started(world, session_id)).toEqual([1, 2, 3, 4, 5].map((at) => `Due at ${at}.`));
    const runs = await runsOf(world, session_id);
    expect(runs.every(({ status }) => status === "completed")).toBe(true);
  });

  test("and lets what a person sent before it was due go first", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const run = await busy(world, session_id);
    const next = { owner: "ada", agent: "memo", input: "add two", session_id, sources: [], channel: null };
    await startRun(world.ports, { ...next, on_busy: "enqueue" });
    const wake = await scheduled(world, session_id, { inMs: 0 });
    const ring = world.take("wakes");
    if (ring !== undefined) await world.deliver(ring);
    run.finish();
    await world.settle();
    const runs = await runsOf(world, session_id);
    expect(runs.map(({ turn, origin }) => [turn, origin.type])).toEqual([
      [1, "person"],
      [2, "person"],
      [3, "wake"],
    ]);
    expect(runs[2]?.wake?.followup_id).toBe(wake.followup_id);
  });
});

describe("a mailbox without room", () => {
  test("takes the wake later, through the sweeper", async () => {
    const world = newWorld();
    const session_id = await openSession(world);
    const run = await busy(world, session_id);
    const message = { owner: "ada", run_id: run.run_id, attachments: [], on_busy: "enqueue" as const };
    for (let index = 0; index < limits.mailboxEntries; index += 1) {
      const accepted = await acceptFollowUp(world.ports, { ...message, text: `add w${"x".repeat(index + 1)}` });
      expect(accepted.kind).toBe("accepted");
    }
    world.pending.splice(0);
    const wake = await scheduled(world, session_id, { inMs: 0 });
    world.pending.splice(0);
    expect(await ringWake(world.ports, ringOf(wake))).toEqual({ kind: "full" });
    expect((await rowOf(world, wake)).rung_at).toBeUndefined();
    run.finish();
    await world.advance(3 * minute);
    expect((await rowOf(world, wake)).status).toBe("fired");
    expect(await world.ports.mailboxes.read(session_id)).toMatchObject({ entries: [], pending_wakes: 0 });
  });
});
