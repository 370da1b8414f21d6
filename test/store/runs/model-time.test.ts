import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerMs } from "../../../shared/adapters/bedrock/bedrock-model.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import type { Model } from "../../../shared/ports/model.ts";
import { fold } from "../../../shared/steps/fold/fold.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { generalMemo } from "../../support/memo-agent.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { planningModel } from "../../support/planning-model.ts";
import { callsTools } from "../../support/scripted-model.ts";
import { silentModel } from "../../support/silent-model.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const functionMs = 300_000;
const wishes = ["Something about boats, please", "And a word on the harbour", "The weather belongs in it too"];

/** Folds as the function does that has so much time left; how long that took. */
async function foldWith({ world, session_id }: MemoSession, leftMs = functionMs) {
  const began = world.clock.now();
  const left = () => leftMs - (world.clock.now() - began);
  world.pending.splice(0);
  const folding = fold(world.ports, { session_id }, () => left() >= limits.foldTakeMs, left);
  const outcome = await folding.catch((error: unknown) => error);
  return { outcome, tookMs: world.clock.now() - began };
}

/** A session with a delivery, whose model is silent from now on. */
async function delivered(memo: MemoSession) {
  await memo.start("add one, add two");
  await memo.settle();
  const silent = silentModel(memo.world.clock);
  Object.assign(memo.world.ports, { model: silent });
  return { memo, silent };
}

describe("a fold whose model takes calls and does not answer", () => {
  test("INV-1 ends before its function, and wishes are taken as without a model", async () => {
    const { memo, silent } = await delivered(new MemoSession(table));
    for (const wish of wishes) await memo.say(wish);
    let waiting = wishes.length;
    while (waiting > 0) {
      const { outcome, tookMs } = await foldWith(memo);
      expect(["folded", "handed_over"]).toContain((outcome as { readonly kind?: string }).kind);
      expect(tookMs).toBeLessThanOrEqual(functionMs - limits.stepMarginMs);
      const left = (await memo.mailbox()).entries.length;
      expect(left).toBeLessThan(waiting);
      waiting = left;
    }
    // Where two wishes go may be asked in less than the time of one long answer.
    const purposes = silent.asked.map(({ purpose }) => purpose);
    expect(purposes.slice(0, 3)).toEqual(["route_follow_up", "route_follow_up", "choose_operations"]);
    await memo.settle();
    expect(await memo.delivered()).toBe(
      `one two ${wishes.map((wish) => wish.toLowerCase().replaceAll(/[^a-z]/g, "")).join(" ")}`,
    );
  });

  test("INV-1 ends before its function without a plan, and the next function makes it", async () => {
    const memo = new MemoSession(table, {}, undefined, generalMemo());
    Object.assign(memo.world.ports, { model: planningModel });
    const { silent } = await delivered(memo);
    await memo.say("louder");
    const { outcome, tookMs } = await foldWith(memo);
    expect(outcome).toMatchObject({ code: "model_unavailable", remedy: "retry" });
    expect(tookMs).toBeLessThanOrEqual(functionMs - limits.stepMarginMs);
    // A plan may be long, and the first thing that a function takes leaves time for one.
    expect(silent.asked.at(-1)).toMatchObject({ purpose: "make_plan" });
    expect(answerMs(silent.asked.at(-1)?.max_tokens ?? 0)).toBeLessThan(
      functionMs - limits.stepMarginMs - limits.foldRoutingMs,
    );
    expect((await memo.mailbox()).entries).toHaveLength(1);
    Object.assign(memo.world.ports, { model: planningModel });
    expect((await foldWith(memo)).outcome).toEqual({ kind: "folded" });
    await memo.settle();
    expect(await memo.delivered()).toBe("ONE TWO");
  });

  test("INV-8 asks it nothing when there is no time left to write down what it says", async () => {
    const { memo, silent } = await delivered(new MemoSession(table));
    await memo.say(wishes[0] ?? "");
    expect((await foldWith(memo, limits.stepMarginMs)).outcome).toEqual({ kind: "folded" });
    expect(silent.asked).toEqual([]);
  });
});

describe("an answer whose turn goes on for too long", () => {
  test("is stopped, tried again, and refused with the reason", async () => {
    const memo = new MemoSession(table);
    await memo.start("add one");
    await memo.settle();
    let calls = 0;
    const model: Model = {
      call: async () => {
        calls += 1;
        memo.world.clock.advance(limits.stepMs / 2);
        memo.world.clock.beat();
        const usage = { input_tokens: 1, output_tokens: 1, calls: 1 };
        return { parts: [], stop: "tool_use", usage, ...callsTools(["list_follow_ups", {}]) };
      },
    };
    Object.assign(memo.world.ports, { model });
    await memo.say("Why is the first point there?");
    await memo.fold();
    const message = memo.world.take("tasks");
    if (message === undefined) throw new Error("no task");
    for (let attempt = 1; attempt < limits.taskAttempts; attempt += 1) {
      await expect(memo.world.deliver(message)).rejects.toMatchObject({ code: "step_timed_out" });
      expect(calls).toBe(2 * attempt);
    }
    expect(await memo.world.deliver(message)).toBe("refused");
    expect((await memo.events()).at(-1)?.payload["text"]).toMatch(/too long/);
  });
});
