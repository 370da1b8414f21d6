import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../../shared/contracts/limits.ts";
import { cancelRun } from "../../../shared/steps/runs/cancel-run.ts";
import { DeskSession } from "../../support/desk-world.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const letters = "abcdefghijklmnopqrstuvwxyz";
const names = (count: number) => Array.from({ length: count }, (_, index) => `number${letters[index]}`);
const each = (verb: string, count: number) =>
  names(count)
    .map((name) => `${verb} ${name}`)
    .join(", ");
const most = limits.openQuestionsPerRun;

/** A run that asks as much at a time as a run may. */
async function asking(): Promise<DeskSession> {
  const desk = await DeskSession.start(table, each("ask", most));
  expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
  expect((await desk.run()).open_questions).toHaveLength(most);
  return desk;
}

const statuses = async (desk: DeskSession) => [...new Set((await desk.questions()).map(({ status }) => status))];

describe("a run that asks as much as it may", () => {
  test("is revised by more messages than fit beside its questions: all are merged, in two versions", async () => {
    const desk = await asking();
    await desk.send(each("drop", most));
    const adds = Array.from(
      { length: 31 },
      (_, index) => `add w${letters[index % 26]}${letters[Math.floor(index / 26)]}`,
    );
    for (const add of adds) await desk.send(add);
    await desk.world.settle();
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 3 });
    expect(await statuses(desk)).toEqual(["withdrawn"]);
    const merged = (await desk.dispositions()).map((one) => (one.kind === "merged" ? one.dag_version : one.kind));
    expect(merged).toEqual([...Array(19).fill(2), ...Array(13).fill(3)]);
  });

  test("takes one message that answers all of it, and every step goes on", async () => {
    const desk = await asking();
    await desk.answer(Object.fromEntries(names(most).map((name, index) => [name, index])));
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await statuses(desk)).toEqual(["answered"]);
  });

  test("takes one message that answers all of it and sets and lifts rules", async () => {
    const desk = await asking();
    const rules = Array.from({ length: 8 }, (_, index) => `Never use supplier number ${index}.`).join(" ");
    const answers = Object.fromEntries(names(most).map((name, index) => [name, index]));
    await desk.say(rules, { answers });
    expect(await statuses(desk)).toEqual(["answered"]);
  });

  test("can be canceled", async () => {
    const desk = await asking();
    const { session_id } = desk;
    expect(await cancelRun(desk.world.ports, { owner: "alice", session_id, turn: 1, work: "keep" })).toEqual({
      kind: "canceled",
    });
    expect(await statuses(desk)).toEqual(["withdrawn"]);
  });

  test("fails when it asks more, which withdraws what it asked", async () => {
    const desk = await DeskSession.start(table, each("ask", most + 1));
    expect(await desk.run()).toMatchObject({ status: "failed", failure: { code: "too_many_questions" } });
    expect(await statuses(desk)).toEqual(["withdrawn"]);
  });
});
