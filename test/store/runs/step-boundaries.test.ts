import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chainAgent, type LinkRuns } from "../../support/chain-agent.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { holdCell } from "../../support/held-cell.ts";
import { MemoSession } from "../../support/memo-session.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const LENGTH = 12;

/** A run of twelve steps, each behind the one before. */
async function started(before?: Parameters<typeof chainAgent>[2]) {
  const runs: LinkRuns = [];
  const memo = new MemoSession(table, {}, undefined, chainAgent(LENGTH, runs, before));
  await memo.start("count to twelve");
  await memo.fold();
  return { memo, runs };
}

/** The chain as it is delivered, with the notes of some steps. */
const chain = (notes: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: LENGTH }, (_, index) => `${index + 1}${notes[index + 1] ?? ""}`).join(" ");

/** Every link with the same arguments and the same before it, more than once. */
function doneTwice(runs: LinkRuns): readonly string[] {
  const names = runs.map((run) => JSON.stringify(run));
  return names.filter((name, index) => names.indexOf(name) !== index);
}

const boundaries = Array.from({ length: LENGTH + 2 }, (_, index) => ({ done: index }));
const steps = Array.from({ length: LENGTH }, (_, index) => ({ step: index + 1 }));

describe("a follow-up to a run of twelve steps", () => {
  test.each(boundaries)("after $done of them is taken at once, and nothing is done again", async ({ done }) => {
    const { memo, runs } = await started();
    for (let worked = 0; worked < done; worked += 1) await memo.work();
    expect(runs.map(({ step }) => step)).toEqual(Array.from({ length: Math.min(done, LENGTH) }, (_, at) => at + 1));
    await memo.say("note 12 late");
    await memo.fold();
    expect(await memo.run()).toMatchObject({ dag_version: 2, status: "queued" });
    const { reused } = await memo.revision(2);
    expect(reused).toHaveLength(Math.min(done, LENGTH - 1));
    await memo.settle();
    expect(await memo.run()).toMatchObject({ status: "completed", delivered_version: 2 });
    expect(await memo.delivered()).toBe(chain({ 12: "late" }));
    expect(doneTwice(runs)).toEqual([]);
    expect(runs).toHaveLength(done < LENGTH ? LENGTH : LENGTH + 1);
    expect((await memo.mailbox()).entries).toEqual([]);
  });

  test.each(steps)(
    "while step $step is at work is taken at once, and the late result is kept and not made again",
    async ({ step }) => {
      const held = holdCell((_, args) => args["step"] === step && args["note"] === "");
      const { memo, runs } = await started(held.before);
      for (let worked = 1; worked < step; worked += 1) await memo.work();
      const late = memo.work();
      await held.started;
      const last = step === LENGTH ? 1 : LENGTH;
      await memo.say(`note ${last} new`);
      await memo.fold();
      expect(await memo.run()).toMatchObject({ dag_version: 2 });
      await memo.settle();
      held.release();
      await late;
      await memo.world.advance(20_000);
      expect(await memo.delivered()).toBe(chain({ [last]: "new" }));
      expect(doneTwice(runs)).toEqual([]);
      const [made] = await memo.world.ports.runs.readTasks(await memo.run(), 1, [`link:${step}`]);
      const [artifact] = await memo.world.ports.runs.readArtifacts(await memo.run(), [made?.artifact_id ?? "art_"]);
      expect(artifact).toMatchObject({ dag_version: 1, step_id: `link:${step}` });
    },
  );

  test.each(steps)("that changes step $step while that is at work never gets its late result", async ({ step }) => {
    const held = holdCell((_, args) => args["step"] === step && args["note"] === "");
    const { memo, runs } = await started(held.before);
    for (let worked = 1; worked < step; worked += 1) await memo.work();
    const late = memo.work();
    await held.started;
    await memo.say(`note ${step} new`);
    await memo.settle();
    expect(await memo.delivered()).toBe(chain({ [step]: "new" }));
    held.release();
    await late;
    await memo.world.advance(20_000);
    expect(await memo.delivered()).toBe(chain({ [step]: "new" }));
    expect(doneTwice(runs)).toEqual([]);
    const events = await memo.events();
    expect(events.filter(({ payload }) => payload["late"] === true)).toMatchObject([
      { type: "task_completed", payload: { dag_version: 1, step_id: `link:${step}` } },
    ]);
  });
});

test("events have numbers without a gap, and the last one says how the run ended", async () => {
  const { memo } = await started();
  for (let worked = 0; worked < 5; worked += 1) await memo.work();
  await memo.say("note 3 x");
  await memo.settle();
  await memo.say("note 4 y");
  await memo.fold();
  await memo.cancel("keep");
  await memo.settle();
  const events = await memo.events();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.filter(({ type }) => type.startsWith("run_")).map(({ type }) => type)).toEqual([
    "run_completed",
    "run_canceled",
  ]);
  expect(events.at(-1)).toMatchObject({ type: "run_canceled", payload: { dag_version: 3, work: "keep" } });
});
