import { afterAll, beforeAll, expect, test } from "vitest";
import { DeskSession } from "../../support/desk-world.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const start = (input: string) => DeskSession.start(table, input);

test("an answer with a change beside it does both", async () => {
  const desk = await start("ask count");
  await desk.say("Remove the table", { answers: { count: 42 } });
  expect(await desk.question("count")).toMatchObject({ status: "answered", answer: 42 });
  expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
  expect(await desk.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
});

test.each([
  ["Remove the table and remind me tomorrow", { route: "direct_answer", with_change: true }],
  ["Remind me tomorrow", { route: "direct_answer" }],
])("an answer with a promise beside it keeps both: %s", async (text, verdict) => {
  const desk = await start("ask count");
  await desk.send(text, { answers: { count: 42 } });
  await desk.world.deliver(desk.world.take("nudges") ?? never());
  expect(await desk.question("count")).toMatchObject({ status: "answered", answer: 42 });
  expect((await desk.world.ports.mailboxes.read(desk.session_id))?.entries ?? []).toMatchObject([{ verdict }]);
});

test("an answer with a change beside it that the rules leave to the model does both", async () => {
  const desk = await start("ask count");
  await desk.say("Add the June numbers next Monday", { answers: { count: 42 } });
  expect(await desk.question("count")).toMatchObject({ status: "answered", answer: 42 });
  expect(await desk.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
});

test("a change beside an answer that is there already is made", async () => {
  const desk = await start("ask count");
  await desk.answer({ count: 42 });
  await desk.say("add two", { answers: { count: 42, size: 1 } });
  expect(await desk.question("count")).toMatchObject({ status: "answered", answer: 42 });
  expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
  expect((await desk.dispositions())[1]).toEqual({ kind: "merged", dag_version: 2 });
  expect(await desk.lastSaid()).toContain("no question “size”");
});

test("a change beside no answer at all does not wait for a question of the run that goes on", async () => {
  const desk = await DeskSession.begin(table, "add one");
  await desk.world.deliver(desk.world.take("nudges") ?? never());
  await desk.send("add two", { answers: {} });
  await desk.world.deliver(desk.world.take("nudges") ?? never());
  expect(await desk.run()).toMatchObject({ dag_version: 2 });
});

function never(): never {
  throw new Error("nothing there");
}
