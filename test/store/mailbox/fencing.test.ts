import { afterEach, beforeEach, expect, test } from "vitest";
import { limits } from "../../../shared/contracts/limits.ts";
import type { Ports } from "../../../shared/ports/ports.ts";
import type { Commit } from "../../../shared/ports/stores.ts";
import { fold } from "../../../shared/steps/fold/fold.ts";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

const ada = { owner: "ada", on_busy: "revise" as const };

/** Ports whose first commit stops right before it is sent, until it is let go. */
function frozen(ports: Ports): { readonly ports: Ports; readonly reached: Promise<void>; thaw(): void } {
  const reached = Promise.withResolvers<void>();
  const thawed = Promise.withResolvers<void>();
  const commit = async (change: Commit) => {
    reached.resolve();
    await thawed.promise;
    return ports.ledger.commit(change);
  };
  const ledger = { commit, writeAhead: ports.ledger.writeAhead.bind(ports.ledger) };
  return { ports: { ...ports, ledger }, reached: reached.promise, thaw: () => thawed.resolve() };
}

test("INV-4 a holder that slept through its lease writes nothing when it wakes", async () => {
  const world = new World(table, [memoAgent([])], answering("Because."));
  const started = await startRun(world.ports, { ...ada, agent: "memo", input: "add one", sources: [], channel: null });
  if (started.kind !== "accepted") throw new Error(started.kind);
  await world.settle();
  const { session_id, run_id } = started;
  await acceptFollowUp(world.ports, { ...ada, run_id, text: "add two", attachments: [] });
  world.take("nudges");

  const sleeper = frozen(world.ports);
  const sleeping = fold(sleeper.ports, { session_id });
  await sleeper.reached;
  world.clock.advance(limits.leaseMs + 5_000);
  await acceptFollowUp(world.ports, { ...ada, run_id, text: "add three", attachments: [] });
  await world.settle();
  const before = await world.ports.runs.readRun({ session_id, turn: 1 });
  sleeper.thaw();

  expect((await sleeping).kind).toBe("taken_over");
  expect(await world.ports.runs.readRun({ session_id, turn: 1 })).toEqual(before);
  expect(before).toMatchObject({ status: "completed", dag_version: 2 });
  const revision = await world.ports.runs.readRevision({ session_id, turn: 1 }, 2);
  expect(revision?.caused_by.map(({ text }) => text)).toEqual(["add two", "add three"]);
});

test("INV-4 two nudges at once: one takes the lock, the other lets go of its nudge, and nothing is done twice", async () => {
  const world = new World(table, [memoAgent([])], answering("Because."));
  const started = await startRun(world.ports, { ...ada, agent: "memo", input: "add one", sources: [], channel: null });
  if (started.kind !== "accepted") throw new Error(started.kind);
  const { session_id } = started;
  const kinds = await Promise.all(Array.from({ length: 10 }, () => fold(world.ports, { session_id })));
  expect(kinds.map(({ kind }) => kind)).toContain("folded");
  await world.settle();
  expect(await world.ports.runs.readRun({ session_id, turn: 1 })).toMatchObject({
    status: "completed",
    dag_version: 1,
    rev: 2,
  });
});
