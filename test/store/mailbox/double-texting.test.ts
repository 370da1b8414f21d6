import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/contracts/json.ts";
import { fold } from "../../../shared/steps/fold/fold.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { expectAccounted } from "../../support/accounted.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { holdCell } from "../../support/held-cell.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { gateRequests, interleave, orders } from "../../support/request-gate.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterAll(() => table.stop());

const idOf = (sent: object): string => ("event_id" in sent ? String(sent.event_id) : "");

test("a message that is taken while its run is canceled is neither lost nor shown as waiting, in every order", async () => {
  const ends = new Set<string>();
  const round = async (order: Iterable<number>): Promise<readonly number[]> => {
    const memo = new MemoSession(table);
    const accepted = [idOf(await memo.start("add one"))];
    await memo.settle();
    accepted.push(idOf(await memo.say("add two")));
    await memo.fold();
    accepted.push(idOf(await memo.say("add three")));
    memo.world.take("nudges");
    const steps = await interleave(
      [() => fold(memo.world.ports, { session_id: memo.session_id }), () => memo.cancel("keep")],
      order,
    );
    await memo.settle();
    const { entries } = await memo.mailbox();
    expect(entries).toEqual([]);
    const observed = (await memo.events()).filter(({ type }) => type === "react_observation");
    expect(observed.map(({ id }) => id)).toEqual(accepted);
    const last = observed.at(-1)?.payload["disposition"] as JsonObject;
    expect(last).toMatchObject({ kind: "merged" });
    const { status } = await memo.run();
    ends.add(status);
    // Taken after the cancel it sets the run going again; before, it is in the version that was canceled.
    if (status === "completed") expect(await memo.delivered()).toBe("one two three");
    else expect(await memo.run()).toMatchObject({ status: "canceled", dag_version: last["dag_version"] });
    return steps;
  };
  const [folding = 0, canceling = 0] = await round([]);
  // The whole cancel between any two requests of the fold, and the first request of it alone.
  for (let at = 0; at <= folding; at += 1)
    await round([...Array<number>(at).fill(0), ...Array<number>(canceling).fill(1)]);
  for (const order of orders(folding, 1)) await round(order);
  expect([...ends].sort()).toEqual(["canceled", "completed"]);
});

describe("three messages half a second apart that each undo what was not delivered", () => {
  const texts = ["add two", "add three", "add four"];

  test("as follow-ups: the last counts, and each one says what became of it", async () => {
    const memo = new MemoSession(table);
    const accepted = [idOf(await memo.start("add one"))];
    await memo.settle();
    for (const text of texts) {
      accepted.push(idOf(await memo.say(text, { on_busy: "rollback" })));
      await memo.fold();
      memo.world.clock.advance(500);
    }
    await memo.settle();
    expect(await memo.delivered()).toBe("one four");
    await expectAccounted(memo, accepted);
  });

  test("as runs: the last is the one that delivers", async () => {
    const memo = new MemoSession(table);
    for (const text of texts) {
      await memo.start(text, { on_busy: "rollback" });
      await memo.fold();
      memo.world.clock.advance(500);
    }
    await memo.settle();
    const runs = await Promise.all([1, 2, 3].map((turn) => memo.run(turn)));
    expect(runs.map(({ status }) => status)).toEqual(["canceled", "canceled", "completed"]);
    expect(await memo.delivered(3)).toBe("four");
  });
});

test("a run that goes on in one conversation holds up nothing in another", async () => {
  const held = holdCell((_cell, args) => args["word"] === "slow");
  const memo = new MemoSession(table, {}, held.before);
  await memo.start("add slow");
  await memo.fold();
  const working = memo.work();
  await held.started;
  const { ports } = memo.world;
  const other = await startRun(ports, {
    owner: "ada",
    agent: "memo",
    input: "add quick",
    sources: [],
    channel: null,
    idempotency_key: "other-conversation",
  });
  if (other.kind !== "accepted") throw new Error(other.kind);
  const inOther = async () => ports.runs.readRun({ session_id: other.session_id, turn: 1 });
  while ((await inOther())?.status !== "completed") {
    const next = memo.world.take();
    if (next === undefined) throw new Error(`it came to rest as ${(await inOther())?.status}`);
    await memo.world.deliver(next);
  }
  expect(await memo.run()).toMatchObject({ status: "running" });
  held.release();
  await working;
  await memo.settle();
  expect(await memo.run()).toMatchObject({ status: "completed" });
});

describe("odd messages", () => {
  test("the same words twice under different keys, as by a double click, are both taken and done once", async () => {
    const memo = new MemoSession(table);
    const accepted = [idOf(await memo.start("add one"))];
    await memo.settle();
    for (const idempotency_key of ["click-1", "click-2"])
      accepted.push(idOf(await memo.say("add two", { idempotency_key })));
    await memo.settle();
    expect(new Set(accepted).size).toBe(3);
    await expectAccounted(memo, accepted);
    expect(await memo.delivered()).toBe("one two");
    expect(memo.written()).toEqual(["one", "two"]);
  });

  test("that contradict each other at once: the later one counts, and says what it superseded", async () => {
    const memo = new MemoSession(table);
    await memo.start("add one");
    await memo.settle();
    await memo.say("add two");
    const later = idOf(await memo.say("remove two"));
    await memo.settle();
    expect(await memo.delivered()).toBe("one");
    expect((await memo.revision(2)).caused_by.map(({ superseded_by }) => superseded_by)).toEqual([later, null]);
  });

  test("to a run two turns back change that run alone", async () => {
    const memo = new MemoSession(table);
    for (const word of ["one", "two", "three"]) {
      await memo.start(`add ${word}`);
      await memo.settle();
    }
    await memo.say("add four", { turn: 1 });
    await memo.settle();
    expect(await memo.delivered(1)).toBe("one four");
    expect(await Promise.all([2, 3].map((turn) => memo.delivered(turn)))).toEqual(["two", "three"]);
    expect((await memo.run(3)).dag_version).toBe(1);
  });

  test("that come as the clock goes back keep the order in which they were accepted", async () => {
    const memo = new MemoSession(table);
    await memo.start("add one");
    await memo.settle();
    await memo.say("add two");
    memo.world.clock.advance(-2_000);
    await memo.say("remove two");
    await memo.settle();
    expect(await memo.delivered()).toBe("one");
    const texts = (await memo.revision(2)).caused_by.map(({ text }) => text);
    expect(texts).toEqual(["add two", "remove two"]);
  });
});
