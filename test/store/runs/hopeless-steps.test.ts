import { afterAll, beforeAll, expect, test } from "vitest";
import type { Agent } from "../../../shared/agents/define-agent.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import { fold } from "../../../shared/steps/fold/fold.ts";
import { sweep } from "../../../shared/steps/sweep/sweep.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { MemoSession } from "../../support/memo-session.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** Delivers what is due, every minute for some minutes. What fails is lost; the sweeper looks again. */
async function persist(memo: MemoSession, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    for (let next = memo.world.take(); next !== undefined; next = memo.world.take()) {
      await memo.world.deliver(next).catch(() => undefined);
    }
    memo.world.clock.advance(61_000);
    await sweep(memo.world.ports, 0);
  }
}

test("INV-8 a run whose delivery cannot be rendered fails with a reason instead of staying for ever", async () => {
  const agent: Agent = {
    ...memoAgent([]),
    render: () => {
      throw new Error("not what was expected");
    },
  };
  const memo = new MemoSession(table, {}, undefined, agent);
  await memo.start("add one");
  await persist(memo, 8);
  expect(await memo.run()).toMatchObject({ status: "failed", failure: { code: "cell_failed" } });
  expect(await memo.mailbox()).not.toHaveProperty("active_turn");
});

test("INV-8 a run whose step kills every worker fails with a reason, and a follow-up sets it going again", async () => {
  let isDeadly = true;
  const memo = new MemoSession(table, {}, async () => {
    if (isDeadly) await new Promise(() => undefined);
  });
  await memo.start("add one");
  await memo.fold();
  for (let deaths = 0; deaths < limits.taskClaims; deaths += 1) {
    // It never comes back: whoever tries it next finds its claim run out.
    void memo.work();
    while (memo.runs.length <= deaths) await memo.world.clock.pause();
    memo.world.clock.advance(limits.claimMs + 1);
    const step = { session_id: memo.session_id, turn: 1, dag_version: 1, step_id: "write:one" };
    await memo.world.ports.queues.work([{ kind: "step", ...step }]);
  }
  await memo.work();
  expect(await memo.run()).toMatchObject({ status: "failed", failure: { code: "worker_died" } });
  isDeadly = false;
  await memo.say("add two");
  await memo.settle();
  expect(await memo.run()).toMatchObject({ status: "completed" });
  expect(await memo.delivered()).toBe("one two");
});

test("a step of a superseded version that fails ends alone: its run goes on", async () => {
  const held = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const memo = new MemoSession(table, {}, async (cell, args) => {
    if (cell !== "write" || args["word"] !== "bad") return;
    started.resolve();
    await held.promise;
    throw new Fault("no_such_word", "reject");
  });
  await memo.start("add bad");
  await memo.fold();
  const late = memo.work();
  await started.promise;
  await memo.say("remove bad, add good");
  await memo.fold();
  held.resolve();
  await late;
  await memo.settle();
  expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 2 });
  const [task] = await memo.world.ports.runs.readTasks(await memo.run(), 1, ["write:bad"]);
  expect(task).toMatchObject({ status: "failed", error: { code: "no_such_word" } });
  const events = await memo.events();
  expect(events.filter(({ type }) => type === "task_failed")).toMatchObject([{ payload: { late: true } }]);
  expect(events.filter(({ type }) => type === "run_failed")).toEqual([]);
});

test("INV-8 what cannot be folded for a quarter of an hour is refused and said so, and what is behind it is taken", async () => {
  const agent = memoAgent([]);
  if (agent.kind !== "specialised") throw new Error("the memo agent is specialised");
  const recognise: typeof agent.policy.recognise = (message, view, brief) => {
    if (message.includes("boom")) throw new Error("a fault of the agent");
    return agent.policy.recognise(message, view, brief);
  };
  const memo = new MemoSession(table, {}, undefined, { ...agent, policy: { ...agent.policy, recognise } });
  await memo.start("add one");
  await memo.settle();
  await memo.say("add boom");
  await memo.say("add two");
  await persist(memo, 10);
  expect((await memo.mailbox()).entries).toHaveLength(2);
  await persist(memo, 15);
  expect(await memo.mailbox()).toMatchObject({ entries: [] });
  expect(await memo.delivered()).toBe("one two");
  const said = (await memo.events()).filter(
    ({ type, payload }) => type === "message" && payload["answers"] !== undefined,
  );
  expect(said.map(({ payload }) => payload["text"])).toEqual([expect.stringContaining("fold_failed")]);
});

test("INV-8 what kills every worker that folds it is refused in the end, untried", async () => {
  const memo = new MemoSession(table);
  await memo.start("add one");
  await memo.settle();
  await memo.say("add boom");
  memo.world.pending.splice(0);
  for (let deaths = 0; deaths < limits.foldAttempts * 2; deaths += 1) {
    const lock = await memo.world.ports.mailboxes.takeLock(memo.session_id, `dead-${deaths}`, memo.world.clock.now());
    expect(lock.kind).toBe("taken");
    memo.world.clock.advance(3 * 60_000);
  }
  await fold(memo.world.ports, { session_id: memo.session_id });
  expect((await memo.mailbox()).entries).toEqual([]);
  expect(await memo.mailbox()).not.toHaveProperty("tries");
  expect(await memo.run()).toMatchObject({ dag_version: 1, status: "completed" });
});
