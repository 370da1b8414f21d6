import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../../shared/contracts/limits.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import type { Model } from "../../../shared/ports/model.ts";
import { answering } from "../../support/answering-model.ts";
import { DeskSession } from "../../support/desk-world.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const minute = 60_000;
const outage = () => new Fault("model_unavailable", "retry", { reason: "ThrottlingException" });

/** A session whose cells cannot reach the model before `until` is over. */
function sessionIn(failing: { until: number }, error: () => Error = outage) {
  const tries: number[] = [];
  const memo: MemoSession = new MemoSession(table, {}, async () => {
    tries.push(memo.world.clock.now());
    if (memo.world.clock.now() < failing.until) throw error();
  });
  return { memo, tries };
}

test("a step waits for a model that refuses for minutes, without a message given up", async () => {
  const failing = { until: 0 };
  const { memo, tries } = sessionIn(failing);
  failing.until = memo.world.clock.now() + 10 * minute;
  await memo.start("add one");
  // A delivery that throws would count towards the dead letters.
  await memo.world.advance(15 * minute);
  expect(await memo.run()).toMatchObject({ status: "completed" });
  expect(await memo.delivered()).toBe("one");
  // More often than a worker that dies may be tried, and not all the time.
  expect(tries.length).toBeGreaterThan(limits.taskClaims);
  expect(tries.length).toBeLessThan(20);
});

test("and no longer than a fold would", async () => {
  const { memo } = sessionIn({ until: Number.POSITIVE_INFINITY });
  await memo.start("add one");
  await memo.world.advance(limits.foldPatienceMs - minute);
  expect((await memo.run()).status).toBe("running");
  for (let tries = 0; tries < 12; tries += 1) {
    // Now deliveries fail, as the queue counts them; the sweep asks again.
    await memo.world.advance(minute).catch((error: unknown) => expect(error).toBeInstanceOf(Fault));
  }
  expect(await memo.run()).toMatchObject({ status: "failed", failure: { code: "model_unavailable" } });
});

test("nor shorter when the step waited for a person for hours before", async () => {
  const desk = await DeskSession.start(table, "ask count");
  const { clock } = desk.world;
  await desk.world.advance(60 * minute);
  expect((await desk.run()).status).toBe("awaiting_input");
  const until = clock.now() + 10 * minute;
  desk.desk.before = async () => {
    if (clock.now() < until) throw outage();
  };
  await desk.send("42");
  await desk.world.advance(9 * minute);
  expect((await desk.run()).status).toBe("running");
  await desk.world.advance(6 * minute);
  expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
  expect(await desk.delivered()).toContain('ask:count {"count":42}');
});

test("another failure is not waited for", async () => {
  const { memo, tries } = sessionIn({ until: Number.POSITIVE_INFINITY }, () => new Error("a bug"));
  await memo.start("add one");
  for (let tried = 0; tried < 2 * limits.taskAttempts; tried += 1) {
    await memo.world.advance(minute).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
  }
  expect((await memo.run()).status).toBe("failed");
  expect(tries).toHaveLength(limits.taskAttempts);
});

test("an answer waits for the model too", async () => {
  const memo = new MemoSession(table);
  await memo.start("add one");
  await memo.settle();
  const until = memo.world.clock.now() + 3 * minute;
  const { call } = answering("Because.");
  const model: Model = {
    call: (...args) => {
      if (memo.world.clock.now() < until) throw outage();
      return call(...args);
    },
  };
  Object.assign(memo.world.ports, { model });
  await memo.say("Why is the first point there?");
  await memo.world.advance(6 * minute);
  expect((await memo.mailbox()).entries).toEqual([]);
  const last = (await memo.events()).at(-1);
  expect(last).toMatchObject({ payload: { text: "Because." } });
});
