import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type CellContext, defineCell } from "../../../shared/agents/cell.ts";
import type { Agent } from "../../../shared/agents/define-agent.ts";
import { limits } from "../../../shared/contracts/limits.ts";
import type { CallBounds, Model, ModelReply, ModelRequest } from "../../../shared/ports/model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { callsTools } from "../../support/scripted-model.ts";
import type { Pending } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const Word = z.strictObject({ word: z.string() });

/** The memo agent whose words the model is asked for twice, and sent. */
function asking(sent: string[], stopped: unknown[]): Agent {
  const memo = memoAgent([]);
  const ask = ({ model }: CellContext) =>
    model.structured({ name: "next_word", system: "Say a word.", input: {}, schema: Word });
  const write = defineCell({
    id: "write",
    description: "Writes a word.",
    input: Word,
    run: async (context, { word }) => {
      await ask(context);
      await ask(context).catch((error: unknown) => stopped.push(error));
      const effect = { name: "send", repeatable: true, run: async () => sent.push(word) };
      await context.once(effect);
      return { content: { word } };
    },
  });
  return { ...memo, cells: [write, ...memo.cells.filter(({ id }) => id !== "write")] };
}

/** A model whose first call lasts until it is let go; each later one answers at once. */
function heldModel(calls: (request: ModelRequest) => Partial<ModelReply>) {
  const asked: { readonly request: ModelRequest; readonly bounds: CallBounds | undefined }[] = [];
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const usage = { input_tokens: 1, output_tokens: 1, calls: 1 };
  const model: Model = {
    call: async (request, bounds) => {
      asked.push({ request, bounds });
      if (asked.length === 1) {
        reached.resolve();
        await held.promise;
      }
      return { parts: [], stop: "tool_use", usage, ...calls(request) };
    },
  };
  return { model, asked, reached: reached.promise, let_go: () => held.resolve() };
}

function taskOf(memo: MemoSession): Pending {
  const message = memo.world.take("tasks");
  if (message === undefined) throw new Error("no task");
  return message;
}

/** Lets what was set going go on until something has come of it, or long enough to see that nothing does. */
async function until({ world }: MemoSession, isSo: () => boolean): Promise<void> {
  for (let turns = 0; turns < 20_000 && !isSo(); turns += 1) await world.clock.pause();
}

/** A step that is to be worked on, whose first call of the model is held. */
async function readyStep() {
  const sent: string[] = [];
  const stopped: unknown[] = [];
  const memo = new MemoSession(table, {}, undefined, asking(sent, stopped));
  const held = heldModel(nextWord);
  Object.assign(memo.world.ports, { model: held.model });
  await memo.start("add one");
  await memo.fold();
  const message = taskOf(memo);
  return { sent, stopped, memo, held, message };
}

const nextWord = () => callsTools(["next_word", { word: "so" }]);

test("a step that is out of time asks the model nothing more and sends nothing, beside its next attempt", async () => {
  const { sent, stopped, memo, held, message } = await readyStep();
  const working = memo.world.deliver(message).catch((error: unknown) => error);
  await held.reached;
  for (let ms = 0; ms < limits.stepMs; ms += limits.renewMs) {
    memo.world.clock.advance(limits.renewMs);
    memo.world.clock.beat();
    await memo.world.clock.pause();
  }
  expect(await working).toMatchObject({ code: "step_timed_out" });
  // The call that goes on is given up.
  expect(held.asked[0]?.bounds?.signal?.aborted).toBe(true);
  held.let_go();
  await until(memo, () => stopped.length > 0);
  expect(held.asked).toHaveLength(1);
  expect(stopped).toMatchObject([{ code: "step_timed_out" }]);
  expect(sent).toEqual([]);
  memo.world.pending.push(message);
  await memo.settle();
  expect(held.asked).toHaveLength(3);
  expect(sent).toEqual(["one"]);
  expect(await memo.delivered()).toBe("one");
});

test("a step that somebody else has taken over stops at its next call, which is no failure of it", async () => {
  const { sent, stopped, memo, held, message } = await readyStep();
  const working = memo.world.deliver(message);
  await held.reached;
  memo.world.clock.advance(limits.claimMs + 1);
  expect(await memo.world.deliver(message)).toBe("done");
  expect(held.asked).toHaveLength(3);
  memo.world.clock.beat();
  await until(memo, () => held.asked[0]?.bounds?.signal?.aborted === true);
  expect(held.asked[0]?.bounds?.signal?.aborted).toBe(true);
  held.let_go();
  expect(await working).toBe("busy");
  expect(held.asked).toHaveLength(3);
  expect(stopped).toMatchObject([{ code: "lease_lost" }]);
  expect(sent).toEqual(["one"]);
  await memo.world.advance(60_000);
  expect(await memo.run()).toMatchObject({ status: "completed", dag_version: 1 });
  expect(held.asked).toHaveLength(3);
});

test("an answer that somebody else has taken over runs no tool and asks nothing more", async () => {
  const memo = new MemoSession(table);
  await memo.start("add one");
  await memo.settle();
  const calls = ({ messages }: ModelRequest) =>
    callsTools(
      held.asked.length === 1 && messages.length === 1
        ? ["schedule_follow_up", { description: "Look again.", in: "1h" }]
        : ["give_answer", { text: "Because." }],
    );
  const held = heldModel((request) => calls(request));
  Object.assign(memo.world.ports, { model: held.model });
  await memo.say("Why is the first point there?");
  await memo.fold();
  const message = taskOf(memo);
  const working = memo.world.deliver(message);
  await held.reached;
  memo.world.clock.advance(limits.claimMs + 1);
  expect(await memo.world.deliver(message)).toBe("answered");
  memo.world.clock.beat();
  await until(memo, () => held.asked[0]?.bounds?.signal?.aborted === true);
  expect(held.asked[0]?.bounds?.signal?.aborted).toBe(true);
  held.let_go();
  expect(await working).toBe("busy");
  expect(held.asked).toHaveLength(2);
  expect((await memo.mailbox()).pending_wakes).toBe(0);
  await memo.world.advance(60_000);
  expect(held.asked).toHaveLength(2);
  expect((await memo.events()).filter(({ payload }) => payload["text"] === "Because.")).toHaveLength(1);
});
