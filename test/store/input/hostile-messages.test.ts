import type { SQSRecord } from "aws-lambda";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Json } from "../../../shared/contracts/json.ts";
import { NudgeMessage, RingQueueMessage, TaskQueueMessage } from "../../../shared/contracts/queue-messages.ts";
import { WakeUpMessage } from "../../../shared/contracts/wake-up.ts";
import { queueHandler } from "../../../shared/runtime/queue-handler.ts";
import { fold } from "../../../shared/steps/fold/fold.ts";
import { runTask } from "../../../shared/steps/tasks/run-task.ts";
import { answerFollowUp } from "../../../shared/steps/turns/answer-follow-up.ts";
import { hearRing } from "../../../shared/steps/wakes/hear-ring.ts";
import { startWakeUp } from "../../../shared/steps/wakes/start-wake-up.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { oddText, oddValue, spelling } from "../../support/hostile.ts";
import { keptLog } from "../../support/http.ts";
import { MemoSession } from "../../support/memo-session.ts";

const seed = 20_261_202;
const batches = 60;

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** The functions behind the queues, over one world, with what they log and which messages are to come back at once. */
async function functionsOver() {
  const memo = new MemoSession(table);
  await memo.start("add one");
  await memo.world.settle();
  const { world } = memo;
  const { log, lines } = keptLog();
  const atOnce: string[] = [];
  const visibility = {
    comeBack: async (receipt: string, seconds: number) => {
      if (seconds === 0) atOnce.push(receipt);
    },
  };
  const ports = { ...world.ports, operations: world.operations };
  const common = { visibility, log, concurrency: 10 };
  return {
    memo,
    lines,
    atOnce,
    handlers: {
      fold: queueHandler({ ...common, message: NudgeMessage, run: async (one) => void (await fold(ports, one)) }),
      task: queueHandler({
        ...common,
        message: TaskQueueMessage,
        run: async (one) => void (await (one.kind === "step" ? runTask(ports, one) : answerFollowUp(ports, one))),
      }),
      wake: queueHandler({
        ...common,
        message: z.union([WakeUpMessage, RingQueueMessage]),
        run: async (one) => void (await ("kind" in one ? startWakeUp(ports, "system", one) : hearRing(ports, one))),
      }),
    },
  };
}

const nowhere = "00000000000000000000000000";
/** Messages as they are sent, to a session that there is. */
const sent = (session_id: string): Readonly<Record<"fold" | "task" | "wake", readonly Json[]>> => ({
  fold: [{ session_id }, { session_id, tend: true, turn: 1 }],
  task: [
    { kind: "step", session_id, turn: 1, dag_version: 1, step_id: "join" },
    { kind: "answer", session_id, event_id: `evt_${nowhere}` },
  ],
  wake: [
    { session_id, followup_id: `fu_${nowhere}` },
    { kind: "wake_up", agent: "memo", name: "morning", input: "add one", scheduled_time: "2026-07-18T09:00:00Z" },
  ],
});

/** A message with one member that is odd, absent or too much. */
const around = (message: Json): fc.Arbitrary<Json> =>
  fc
    .tuple(fc.constantFrom(...Object.keys(message ?? {})), fc.option(oddValue, { nil: undefined }), oddText)
    .map(([name, value, more]) => JSON.parse(JSON.stringify({ ...(message as object), [name]: value, [more]: more })));

function record(index: number, body: string): SQSRecord {
  const attributes = { ApproximateReceiveCount: "1", SentTimestamp: "0", SenderId: "" };
  return { messageId: `m${index}`, receiptHandle: `m${index}`, body, attributes } as unknown as SQSRecord;
}

describe.each(["fold", "task", "wake"] as const)("messages of any form for %s", (name) => {
  test(`never break its batch: each is done, or comes back alone (seed ${seed}, ${batches} batches)`, async () => {
    const { memo, handlers, lines, atOnce } = await functionsOver();
    const good = sent(memo.session_id)[name];
    const body = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...good).chain(around) },
      { weight: 1, arbitrary: oddValue },
      { weight: 2, arbitrary: fc.constantFrom(...good) },
    );
    const messages = fc.tuple(body, spelling).map(([json, spell]) => String(spell(JSON.stringify(json))));
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(messages, { minLength: 1, maxLength: 10 }), async (bodies) => {
        const records = bodies.map((text, index) => record(index, text));
        const { batchItemFailures } = await handlers[name]({ Records: records });
        const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
        const told = lines.splice(0).filter(({ code }) => code !== "message_done");
        // What is not done is named to the queue and said in the log, once each; nothing is dropped in silence.
        expect(told.map(({ message_id }) => String(message_id)).sort()).toEqual([...failed].sort());
        for (const { code } of told) seen.add(String(code));
        const hopeless = told.filter(({ code }) => code !== "message_failed").map(({ message_id }) => message_id);
        expect(atOnce.splice(0).sort()).toEqual(hopeless.sort());
      }),
      { numRuns: batches, seed },
    );
    expect([...seen]).toContain("message_unreadable");
    // What anybody can send by mistake is read or refused; nothing fails deeper inside.
    expect([...seen]).not.toContain("message_failed");
    await memo.world.settle();
    expect(await memo.run()).toMatchObject({ status: "completed" });
  }, 60_000);
});
