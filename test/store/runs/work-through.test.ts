import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../../shared/contracts/limits.ts";
import type { StepMessage } from "../../../shared/steps/runs/dispatch.ts";
import { workThrough } from "../../../shared/steps/tasks/work-through.ts";
import { chainAgent, type LinkRuns } from "../../support/chain-agent.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { type BeforeCell, MemoSession } from "../../support/memo-session.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** A run of three steps whose first one is on the queue. */
async function planned(before?: BeforeCell) {
  const runs: LinkRuns = [];
  const memo = new MemoSession(table, {}, undefined, chainAgent(3, runs, before));
  await memo.start("count to three");
  await memo.fold();
  return { memo, runs };
}

/** Works on the next message as the function does, with time for `more` steps after it. */
async function worked(memo: MemoSession, more = Number.POSITIVE_INFINITY) {
  const next = memo.world.take("tasks");
  if (next?.queue !== "tasks" || next.body.kind !== "step") throw new Error("no step is on the queue");
  const told: string[] = [];
  const errors: unknown[] = [];
  let left = more;
  await workThrough(memo.world.ports, next.body, {
    mayGoOn: () => left-- > 0,
    worked: (kind) => told.push(kind),
    failed: (error) => errors.push(error),
  });
  return { message: next.body, told, errors };
}

const queued = (memo: MemoSession): readonly (StepMessage & { readonly in: number })[] =>
  memo.world.pending.flatMap(({ queue, body, at }) =>
    queue === "tasks" && body.kind === "step" ? [{ ...body, in: at - memo.world.clock.now() }] : [],
  );

test("a chain with time left is worked through to its delivery without the queue", async () => {
  const { memo, runs } = await planned();
  expect((await worked(memo)).told).toEqual(["done", "done", "done", "delivered"]);
  expect(queued(memo)).toEqual([]);
  expect(await memo.delivered()).toBe("1 2 3");
  expect(runs).toHaveLength(3);
});

test("without the time the next step goes by the queue, with what it needs", async () => {
  const { memo } = await planned();
  expect((await worked(memo, 1)).told).toEqual(["done", "done"]);
  const [needed] = await memo.world.ports.runs.readTasks(await memo.run(), 1, ["link:2"]);
  expect(queued(memo)).toEqual([
    expect.objectContaining({
      step_id: "link:3",
      needs: [{ step_id: "link:2", artifact_id: needed?.artifact_id }],
      in: 0,
    }),
  ]);
  expect((await worked(memo)).told).toEqual(["done", "delivered"]);
});

test("a step that fails on the way has a message of its own from then on", async () => {
  let failures = 0;
  const { memo, runs } = await planned(async (_cell, args) => {
    if (args["step"] !== 2 || failures === limits.taskAttempts - 1) return;
    failures += 1;
    throw new Error("the page does not answer");
  });
  const { told, errors } = await worked(memo);
  expect(told).toEqual(["done"]);
  expect(errors).toEqual([new Error("the page does not answer")]);
  expect(queued(memo)).toEqual([expect.objectContaining({ step_id: "link:2", in: 5_000 })]);
  const [failed] = await memo.world.ports.runs.readTasks(await memo.run(), 1, ["link:2"]);
  expect(failed).toMatchObject({ status: "running", failures: 1, claims: 1 });
  memo.world.clock.advance(5_000);
  // Alone it fails as before: by throwing, for the queue to count.
  await expect(worked(memo)).rejects.toThrow("the page does not answer");
  expect(runs.map(({ step }) => step)).toEqual([1, 2, 2]);
});

test("a message that comes again goes on where its worker died, and nothing is done twice", async () => {
  const { memo, runs } = await planned();
  const { message } = await worked(memo, 1);
  // The worker had taken the third step on and died before it began: nobody else knows of it.
  memo.world.pending.length = 0;
  memo.world.pending.push({ queue: "tasks", body: message, at: memo.world.clock.now() });
  // The first is passed over, and with it the second, to the third.
  expect((await worked(memo)).told).toEqual(["done", "done", "delivered"]);
  expect(runs.map(({ step }) => step)).toEqual([1, 2, 3]);
  expect(await memo.delivered()).toBe("1 2 3");
});

test("what a message says is needed is only a hint", async () => {
  const { memo } = await planned();
  await worked(memo, 0);
  for (const message of memo.world.pending)
    if (message.queue === "tasks" && message.body.kind === "step")
      Object.assign(message.body, { needs: [{ step_id: "link:9", artifact_id: "art_00000000000000000000000009" }] });
  expect((await worked(memo)).told).toEqual(["done", "done", "delivered"]);
  expect(await memo.delivered()).toBe("1 2 3");
});
