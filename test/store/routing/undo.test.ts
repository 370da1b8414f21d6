import { afterAll, beforeAll, expect, test } from "vitest";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { callsTools } from "../../support/scripted-model.ts";
import { say, talkTo } from "../../support/talk.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

async function started(input: string): Promise<MemoSession> {
  const memo = new MemoSession(table);
  await memo.start(input);
  await memo.settle();
  return memo;
}

test("“cancel that” goes back to what the last version was made from, and runs nothing anew", async () => {
  const memo = await started("add one");
  await memo.say("add two");
  await memo.settle();
  memo.runs.length = 0;
  await memo.say("cancel that");
  await memo.settle();
  expect(await memo.delivered()).toBe("one");
  expect(memo.runs).toEqual([]);
  expect(await memo.revision(3)).toMatchObject({ added: [], caused_by: [{ became: [{ op: "undo" }] }] });
});

test("“cancel that” while three revisions are pending takes the last of them back", async () => {
  const memo = await started("add one");
  for (const text of ["add two", "add three", "add four", "cancel that"]) await memo.say(text);
  await memo.settle();
  expect(await memo.delivered()).toBe("one two three");
  const { caused_by } = await memo.revision(2);
  expect(caused_by.map(({ superseded_by }) => superseded_by)).toEqual([null, null, caused_by[3]?.event_id, null]);
});

test("“never mind” takes back what is not done yet, and nothing that was delivered", async () => {
  const memo = await started("add one");
  for (const text of ["add two", "Why is it two?", "Never mind, thanks"]) {
    await memo.say(text);
    await memo.settle();
  }
  expect(await memo.delivered()).toBe("one two");
  expect(await memo.run()).toMatchObject({ dag_version: 2 });
  for (const text of ["add three", "never mind"]) await memo.say(text);
  await memo.settle();
  expect(await memo.delivered()).toBe("one two");
  await memo.say("add four");
  await memo.fold();
  await memo.say("never mind");
  await memo.fold();
  await memo.settle();
  expect(await memo.delivered()).toBe("one two");
});

test("“never mind” takes nothing back when its answer becomes a revision", async () => {
  const unsupported = callsTools(["give_answer", { text: "It does not say.", rests_on: [], supported: false }]);
  const { world, run_id, session_id } = await talkTo(table, "memo", unsupported);
  await say(world, run_id, "add three");
  await say(world, run_id, "Never mind");
  const [changed, after] = await Promise.all(
    [2, 3].map((version) => world.ports.runs.readRevision({ session_id, turn: 1 }, version)),
  );
  expect(JSON.stringify(changed?.brief)).toContain("three");
  expect(after?.brief).toEqual(changed?.brief);
});

test("a version that is named by its place comes back, and taking that back brings back what it replaced", async () => {
  const memo = await started("add one");
  for (const text of ["add two", "add three"]) {
    await memo.say(text);
    await memo.settle();
  }
  memo.runs.length = 0;
  await memo.say("Go back to the first version");
  await memo.settle();
  expect(await memo.delivered()).toBe("one");
  expect(memo.runs).toEqual([]);
  expect(await memo.revision(4)).toMatchObject({ caused_by: [{ became: [{ op: "go_back_to", version: 1 }] }] });
  await memo.say("cancel that");
  await memo.settle();
  expect(await memo.delivered()).toBe("one two three");
});

test("what takes something back that nobody can tell changes nothing and is asked about", async () => {
  const memo = await started("add one");
  await memo.say("add two");
  await memo.settle();
  await memo.say("Undo the colours of the table");
  await memo.settle();
  expect(await memo.run()).toMatchObject({ dag_version: 2, status: "completed" });
  expect(await memo.delivered()).toBe("one two");
  expect((await memo.events()).at(-1)?.payload["text"]).toBe("It is not clear what you mean instead. Please name it.");
});

test("“Stop!” adds nothing to what was delivered", async () => {
  const memo = await started("add one");
  await memo.say("Stop!");
  await memo.settle();
  expect(await memo.run()).toMatchObject({ dag_version: 1, status: "completed" });
  expect(await memo.delivered()).toBe("one");
});

test("what comes behind “cancel that” in the same fold counts", async () => {
  const memo = await started("add one");
  await memo.say("add two");
  await memo.settle();
  for (const text of ["cancel that", "add three"]) await memo.say(text);
  await memo.settle();
  expect(await memo.delivered()).toBe("one three");
});

test("“cancel that” after the first version changes nothing", async () => {
  const memo = await started("add one");
  await memo.say("undo the last change");
  await memo.settle();
  expect(await memo.delivered()).toBe("one");
});

test("“cancel that” once more goes back one version more, and after the first version nowhere", async () => {
  const memo = await started("add one");
  for (const text of ["add two", "add three", "cancel that"]) {
    await memo.say(text);
    await memo.settle();
  }
  expect(await memo.delivered()).toBe("one two");
  expect(await memo.revision(4)).toMatchObject({ base_version: 1 });
  for (const _again of [1, 2]) {
    await memo.say("undo that");
    await memo.settle();
    expect(await memo.delivered()).toBe("one");
  }
});

test("two “cancel that” in one fold go back two versions", async () => {
  const memo = await started("add one");
  for (const text of ["add two", "add three"]) {
    await memo.say(text);
    await memo.settle();
  }
  for (const text of ["cancel that", "undo that"]) await memo.say(text);
  await memo.settle();
  expect(await memo.delivered()).toBe("one");
});

test("what came behind “cancel that” is taken back alone", async () => {
  const memo = await started("add one");
  for (const text of ["add two", "add three"]) {
    await memo.say(text);
    await memo.settle();
  }
  for (const text of ["cancel that", "add four"]) await memo.say(text);
  await memo.settle();
  expect(await memo.delivered()).toBe("one two four");
  for (const words of ["one two", "one"]) {
    await memo.say("cancel that");
    await memo.settle();
    expect(await memo.delivered()).toBe(words);
  }
});

test("a change that was taken back before it was made leaves the one before it to be taken back", async () => {
  const memo = await started("add one");
  await memo.say("add two");
  await memo.settle();
  for (const text of ["add three", "cancel that"]) await memo.say(text);
  await memo.settle();
  expect(await memo.delivered()).toBe("one two");
  await memo.say("cancel that");
  await memo.settle();
  expect(await memo.delivered()).toBe("one");
});
