import { afterAll, beforeAll, expect, test } from "vitest";
import { taskWrite } from "../../../shared/adapters/dynamo/commit-writes.ts";
import { sessionPk, taskPrefix } from "../../../shared/adapters/dynamo/keys.ts";
import { DynamoReader } from "../../../shared/adapters/dynamo/reader.ts";
import type { Cell } from "../../../shared/agents/cell.ts";
import type { Agent } from "../../../shared/agents/define-agent.ts";
import { chainAgent, type LinkRuns } from "../../support/chain-agent.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { costOf } from "../../support/operation-cost.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const minute = 60_000;

/** A session of a chain of steps, delivered, and what its steps were run for since. */
async function delivered(
  length: number,
  of: (agent: Agent) => Agent = (agent) => agent,
  before: (memo: MemoSession) => Promise<void> = async () => undefined,
) {
  const runs: LinkRuns = [];
  const memo: MemoSession = new MemoSession(
    table,
    {},
    undefined,
    of(chainAgent(length, runs, async (_cell, args) => (args["step"] === 1 ? before(memo) : undefined))),
  );
  await memo.start("write it");
  await memo.settle();
  runs.splice(0);
  return { memo, steps: () => runs.splice(0).map(({ step }) => step) };
}

/** The chain's agent, what its first step makes being good for a minute. */
function withAgingStart(agent: Agent): Agent {
  const [link] = agent.cells as readonly [Cell];
  const aging: Cell = {
    ...link,
    run: async (context, args, inputs) => {
      const made = await link.run(context, args, inputs);
      return made.content !== undefined && args["step"] === 1 ? { ...made, max_age_ms: minute } : made;
    },
  };
  return { ...agent, cells: [aging] };
}

test("a change to the last step asks for what can be reused once, however long the chain", async () => {
  const requests: unknown[] = [];
  for (const length of [3, 40]) {
    const { memo, steps } = await delivered(length);
    // The first time of steps that were run, then of steps that were reused themselves.
    for (const word of ["x", "y"]) {
      await memo.say(`note ${length} ${word}`);
      const cost = await costOf(memo.world, table.client, () => memo.fold());
      requests.push(cost.requests);
      await memo.settle();
      expect(steps()).toEqual([length]);
    }
  }
  const [first] = requests;
  expect(requests).toEqual([first, first, first, first]);
});

test("what a version reuses has no rows, and is listed with what has to run", async () => {
  const { memo } = await delivered(40);
  await memo.say("note 40 x");
  await memo.fold();
  const { session_id } = memo;
  const rows = await memo.world.table.query({
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :tasks)",
    ExpressionAttributeValues: { ":pk": sessionPk(session_id), ":tasks": taskPrefix(1, 2) },
  });
  expect(rows.map(({ step_id }) => step_id).sort()).toEqual(["deliver", "link:40"]);
  const listed = async () => {
    const tasks = await new DynamoReader(memo.world.table).tasks(session_id, 1, 2);
    return tasks.map(({ step_id, status, reused = false }) => ({ step_id, status, reused }));
  };
  const links = Array.from({ length: 40 }, (_, index) => ({ step_id: `link:${index + 1}` }));
  const reused = links.slice(0, 39).map((link) => ({ ...link, status: "done", reused: true }));
  const last = { step_id: "link:40", reused: false };
  const deliver = { step_id: "deliver", reused: false };
  expect(await listed()).toEqual([...reused, { ...last, status: "pending" }, { ...deliver, status: "pending" }]);
  await memo.settle();
  expect(await listed()).toEqual([...reused, { ...last, status: "done" }, { ...deliver, status: "done" }]);
});

test("a version whose reused steps have rows, as they were once written, goes on", async () => {
  const { memo, steps } = await delivered(3);
  const { session_id } = memo;
  await memo.say("note 3 x");
  await memo.fold();
  memo.world.pending.splice(0);
  const [one, two, three, deliver] = await new DynamoReader(memo.world.table).tasks(session_id, 1, 2);
  if (one === undefined || two === undefined || three === undefined || deliver === undefined)
    throw new Error("no tasks");
  const { reused_inputs: given = [], ...alone } = three;
  expect(given).toEqual([{ step_id: "link:2", artifact_id: two.artifact_id }]);
  await memo.world.table.transact([one, two, alone].map(taskWrite));
  await memo.world.advance(5 * minute);
  expect(steps()).toEqual([3]);
  expect(await memo.delivered()).toBe("1 2 3x");
});

test("INV-3 what rests on a step that is too old is made anew with it, although it is there", async () => {
  const { memo, steps } = await delivered(4, withAgingStart);
  await memo.say("note 4 x");
  await memo.settle();
  expect(steps()).toEqual([4]);
  memo.world.clock.advance(2 * minute);
  await memo.say("note 4 y");
  await memo.settle();
  expect(steps()).toEqual([1, 2, 3, 4]);
  expect(await memo.revision(3)).toMatchObject({ reused: [] });
  expect(await memo.delivered()).toBe("1 2 3 4y");
});

test("INV-3 what a step of an older version made too late is reused, and what rests on it", async () => {
  let isFirst = true;
  const overtake = async (memo: MemoSession) => {
    if (!isFirst) return;
    isFirst = false;
    await memo.say("note 3 x");
    await memo.fold();
  };
  const { memo, steps } = await delivered(3, (agent) => agent, overtake);
  expect(await memo.run()).toMatchObject({ dag_version: 2, status: "completed" });
  await memo.say("note 3 y");
  await memo.settle();
  expect(steps()).toEqual([3]);
  expect(await memo.revision(3)).toMatchObject({ reused: ["link:1", "link:2"] });
  expect(await memo.delivered()).toBe("1 2 3y");
});

test("INV-3 a change that is taken back finds what was made for it before, in few looks", async () => {
  const { memo, steps } = await delivered(40);
  for (const text of ["note 1 x", "note 1 y"]) {
    await memo.say(text);
    await memo.settle();
  }
  expect(steps()).toHaveLength(80);
  await memo.say("note 1 x");
  const { requests } = await costOf(memo.world, table.client, () => memo.fold());
  await memo.settle();
  expect(steps()).toEqual([]);
  expect((await memo.revision(4)).reused).toHaveLength(40);
  // One for the texts of the message, one for the first step, one for the others.
  expect(requests).toMatchObject({ BatchGet: 3 });
});

test("INV-3 where nothing can be guessed, what is there is found all the same", async () => {
  // Each step was made in a version of its own.
  const { memo, steps } = await delivered(7);
  for (const step of [1, 2, 3, 4, 5, 6, 7]) {
    await memo.say(`note ${step} x`);
    await memo.settle();
  }
  await memo.say("note 1 y");
  await memo.settle();
  steps();
  await memo.say("note 1 x");
  await memo.settle();
  expect(steps()).toEqual([]);
  expect((await memo.revision(10)).reused).toHaveLength(7);
  expect(await memo.delivered()).toBe("1x 2x 3x 4x 5x 6x 7x");
});
