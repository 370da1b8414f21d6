import { expect } from "vitest";
import { mailboxKey, runKey, wakeKey } from "../../shared/adapters/dynamo/keys.ts";
import type { SessionId } from "../../shared/contracts/ids.ts";
import type { Wake } from "../../shared/contracts/wake.ts";
import { fold } from "../../shared/steps/fold/fold.ts";
import { cancelWake } from "../../shared/steps/wakes/cancel-wake.ts";
import { ringWake } from "../../shared/steps/wakes/ring-wake.ts";
import { answering } from "./answering-model.ts";
import { cloneSession } from "./clone-session.ts";
import type { TestTable } from "./dynoxide.ts";
import { interleave, orders } from "./request-gate.ts";
import { agentLike, openSession, scheduled } from "./wakes.ts";
import { World } from "./world.ts";

const agents = [agentLike("memo")];
const AT_ONCE = 8;

/** A session of its own with one wake that is due. */
type Race = { readonly world: World; readonly session_id: SessionId; readonly wake: Wake };

const newWorld = (table: TestTable) => new World(table, agents, answering("Nothing new."));

/** Sessions with one wake each that is due, all alike; `rung`: its entry waits in the mailbox. */
export async function newRaces(table: TestTable, count: number, rung = false): Promise<readonly Race[]> {
  const first = newWorld(table);
  const original = await scheduled(first, await openSession(first), { inMs: 0 });
  if (rung) await ringWake(first.ports, original);
  const clones = await cloneSession(table, original.session_id, count);
  return clones.map((session_id) => ({ world: newWorld(table), session_id, wake: { ...original, session_id } }));
}

const ring = ({ world, wake }: Race) => ringWake(world.ports, wake);
export const start = ({ world, session_id }: Race) => fold(world.ports, { session_id });
export const cancel = ({ world, wake }: Race) => cancelWake(world.ports, wake);

/** Rings and starts it, as the wake and the fold function do one after the other. */
export const fire = async (of: Race) => {
  await ring(of);
  await start(of);
};

/** Whoever won, won alone and completely. */
export async function winner({ world, session_id, wake }: Race, note: string): Promise<"fired" | "cancelled"> {
  const keys = [wakeKey(session_id, wake.followup_id), mailboxKey(session_id), runKey(session_id, 1)];
  const [row, mailbox, run] = await world.table.getMany(keys);
  expect({ entries: mailbox?.["entries"], pending: mailbox?.["pending_wakes"] }, note).toEqual({
    entries: {},
    pending: 0,
  });
  const has = { status: row?.["status"], turns: mailbox?.["turns"], active: mailbox?.["active_turn"] };
  if (has.status === "fired") {
    expect(has, note).toEqual({ status: "fired", turns: 1, active: 1 });
    expect(run, note).toMatchObject({ wake: { followup_id: wake.followup_id } });
    return "fired";
  }
  expect({ ...has, run }, note).toEqual({ status: "cancelled", turns: 0, active: undefined, run: null });
  return "cancelled";
}

/** Runs a race for each of the specs, a few at a time. */
export async function runAll<Spec>(
  races: readonly Race[],
  specs: readonly Spec[],
  run: (of: Race, spec: Spec) => Promise<"fired" | "cancelled">,
) {
  const won = { fired: 0, cancelled: 0 };
  const left = specs.entries();
  const worker = async () => {
    for (const [index, spec] of left) won[await run(races[index] as Race, spec)] += 1;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return won;
}

type Work = (of: Race) => Promise<unknown>;

/** Orders of the requests of two works, `count` that lie evenly among all there are. */
async function someOrders(alone: readonly Race[], works: readonly [Work, Work], count: number) {
  const [a = 0, b = 0] = await Promise.all(
    works.map(async (work, index) => (await interleave([() => work(alone[index] as Race)], []))[0]),
  );
  const all = [...orders(a, b)];
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] ?? []);
}

/** Races one start against one cancel in many orders. */
export async function startAgainstCancel(table: TestTable, begin: Work, count: number, rung: boolean) {
  const picked = await someOrders(await newRaces(table, 2, rung), [begin, cancel], count);
  const won = await runAll(await newRaces(table, count, rung), picked, async (of, order) => {
    const note = `order ${order.join("")}`;
    let told = "";
    const cancels = async () => {
      told = (await cancel(of)).kind;
    };
    await interleave([() => begin(of), cancels], order);
    const who = await winner(of, note);
    // What the one who canceled was told is what happened.
    expect(told, note).toBe(who === "cancelled" ? "cancelled" : "closed");
    return who;
  });
  expect(won.fired).toBeGreaterThan(count / 20);
  expect(won.cancelled).toBeGreaterThan(count / 20);
}
