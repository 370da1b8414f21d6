import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type CellContext, defineCell } from "../../../shared/agents/cell.ts";
import { type Agent, defineAgent } from "../../../shared/agents/define-agent.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import type { ModelRequest } from "../../../shared/ports/model.ts";
import { TestApi } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { nested } from "../../support/hostile.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { MemoSession } from "../../support/memo-session.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const Answer = z.strictObject({ word: z.string() });
const askModel = (context: CellContext) =>
  context.model.structured({ name: "next_word", system: "Say a word.", input: {}, schema: Answer });

/** The memo agent with a budget, and with another way to write a word. */
function spender(budget: Partial<Agent["budget"]>, write: (context: CellContext) => Promise<unknown>): Agent {
  const memo = memoAgent([]);
  const writes = defineCell({
    id: "write",
    description: "Writes a word.",
    input: z.strictObject({ word: z.string() }),
    run: async (context, { word }) => {
      await write(context);
      return { content: { word } };
    },
  });
  const { budget: _all, ...rest } = memo;
  const declared = { ...rest, budget, cells: [writes, ...memo.cells.filter(({ id }) => id !== "write")] };
  return defineAgent(declared as Parameters<typeof defineAgent>[0]);
}

/** A session of that agent with a model that answers every question and says how many tokens that took. */
function sessionOf(agent: Agent, tokens = 10) {
  const memo = new MemoSession(table, {}, undefined, agent);
  const asked: ModelRequest[] = [];
  Object.assign(memo.world.ports, {
    model: {
      call: async (request: ModelRequest) => {
        asked.push(request);
        return {
          parts: [{ type: "tool_use", id: "t", name: request.force_tool, input: { word: "so" } }],
          stop: "tool_use",
          usage: { input_tokens: tokens - 1, output_tokens: 1, calls: 1 },
        };
      },
    },
  });
  const ada = new TestApi(memo.world).as("ada");
  return { memo, asked, retry: () => ada.post(`/api/runs/${memo.runId()}/retry`) };
}

describe("a run that does not stop by itself is ended with the reason", () => {
  test("when it asks the model without end, and has a new budget when it is retried", async () => {
    const endless = { isOn: true };
    const agent = spender({ model_calls: 7 }, async (context) => {
      do await askModel(context);
      while (endless.isOn);
    });
    const { memo, asked, retry } = sessionOf(agent);
    await memo.start("add one, add two");
    await memo.settle();
    expect(asked).toHaveLength(7);
    const { status, failure } = await memo.run();
    expect({ status, ...failure }).toMatchObject({ status: "failed", code: "budget_spent" });
    expect(failure?.message).toMatch(/as often as one request may .*ask for less at a time/);

    endless.isOn = false;
    expect((await retry()).status).toBe(202);
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 2 });
    expect(asked).toHaveLength(9);
  });

  test("when it uses too many tokens", async () => {
    const { memo, asked } = sessionOf(
      spender({ tokens: 1_000 }, async (context) => {
        for (;;) await askModel(context);
      }),
      300,
    );
    await memo.start("add one");
    await memo.settle();
    expect(asked).toHaveLength(4);
    expect(await memo.run()).toMatchObject({ status: "failed", failure: { code: "budget_spent" } });
    expect((await memo.run()).failure?.message).toContain("as many tokens");
  });

  test("when its steps are at work for too long, all of them together", async () => {
    const agent = spender({ minutes: 5 }, async () => memo.world.clock.advance(2 * 60_000));
    const { memo } = sessionOf(agent);
    await memo.start("add one, add two, add three, add four");
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "failed", failure: { code: "budget_spent" } });
    expect((await memo.run()).failure?.message).toContain("it worked as long as one request may");
    const done = (await memo.events()).filter(({ type }) => type === "task_completed");
    expect(done).toHaveLength(3);
  });

  test("when one of its steps hangs: it is told to stop, tried again, and given up", async () => {
    const signals: AbortSignal[] = [];
    const agent = spender({}, async ({ signal }) => {
      signals.push(signal);
      await new Promise(() => undefined);
    });
    const { memo } = sessionOf(agent);
    await memo.start("add one");
    await memo.fold();
    for (let attempts = 1; attempts <= limits.taskAttempts; attempts += 1) {
      const message = memo.world.take("tasks");
      if (message === undefined) throw new Error("no task");
      const working = memo.world.deliver(message);
      const failed = working.catch((error: unknown) => error);
      while (signals.length < attempts) await memo.world.clock.pause();
      for (let ms = 0; ms < limits.stepMs; ms += limits.renewMs) {
        memo.world.clock.advance(limits.renewMs);
        memo.world.clock.beat();
        await memo.world.clock.pause();
      }
      const outcome = await failed;
      if (attempts < limits.taskAttempts) expect(outcome).toMatchObject({ code: "step_timed_out", remedy: "retry" });
      else expect(outcome).toBe("failed");
      memo.world.pending.push(message);
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual(Array(limits.taskAttempts).fill(true));
    expect(await memo.run()).toMatchObject({ status: "failed", failure: { code: "step_timed_out" } });
  });

  test("when its plan has more steps than a plan may have", async () => {
    const memo = memoAgent([]);
    if (memo.kind !== "specialised") throw new Error("the memo agent is specialised");
    const node = (index: number) => ({
      step_id: `write:${index}`,
      cell_id: "write",
      title: "Write",
      args: { word: `w${index}` },
      depends_on: [],
    });
    const plan = () => Array.from({ length: limits.stepsPerRevision }, (_, index) => node(index));
    const { memo: session } = sessionOf({ ...memo, policy: { ...memo.policy, plan } });
    await session.start("add one");
    await session.settle();
    const ends = (await session.events()).filter(({ type }) => type === "run_failed");
    expect(ends).toMatchObject([{ payload: { failure: { code: "bad_plan" } } }]);
    expect((await session.mailbox()).entries).toEqual([]);
  });

  test.each<[string, object]>([
    ["a number that is too large", { id: 2 ** 63 }],
    ["a member without a name", { "": 1 }],
    ["more levels than the table has", { of: nested(20) }],
  ])("when its brief cannot be stored: %s", async (_, more) => {
    const memo = memoAgent([]);
    if (memo.kind !== "specialised") throw new Error("the memo agent is specialised");
    const apply = () => ({ words: ["one"], loud: false, ...more });
    const { memo: session } = sessionOf({ ...memo, policy: { ...memo.policy, apply } });
    await session.start("add one");
    await session.settle();
    const ends = (await session.events()).filter(({ type }) => type === "run_failed");
    expect(ends).toMatchObject([{ payload: { failure: { code: "bad_plan" } } }]);
    expect((await session.mailbox()).entries).toEqual([]);
  });
});

describe("a run within its budget is not ended", () => {
  test("when its steps waited longer for a model that is down than they may work", async () => {
    let failing = 4;
    const agent = spender({ minutes: 5 }, async () => {
      // As long as a model that is too slow takes to fail.
      memo.world.clock.advance(2 * 60_000);
      failing -= 1;
      if (failing >= 0) throw new Fault("model_unavailable", "retry", { reason: "too_slow" });
    });
    const { memo } = sessionOf(agent);
    await memo.start("add one");
    await memo.world.advance(15 * 60_000);
    expect(failing).toBe(-1);
    expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 1 });
    const { spent } = await memo.world.ports.runs.readTask({
      session_id: memo.session_id,
      turn: 1,
      dag_version: 1,
      step_id: "join",
    });
    expect(spent).toEqual({ calls: 0, tokens: 0, work_ms: 2 * 60_000 });
  });

  test.each([{ model_calls: 2 }, { tokens: 20 }])(
    "when %j are just used up before a step without a model",
    async (budget) => {
      const { memo, asked } = sessionOf(spender(budget, askModel));
      await memo.start("add one, add two");
      await memo.settle();
      expect(asked).toHaveLength(2);
      expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 1 });
      expect(await memo.delivered()).toBe("one two");
    },
  );
});

test.each([{ model_calls: 0 }, { tokens: -1 }, { minutes: 0 }, { hours: 1 }])("a budget of %j is none", (budget) => {
  expect(() => spender(budget, async () => undefined)).toThrow();
});
