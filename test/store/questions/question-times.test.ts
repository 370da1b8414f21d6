import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { archiveSession } from "../../../shared/steps/sessions/archive-session.ts";
import { sweep } from "../../../shared/steps/sweep/sweep.ts";
import { DeskSession } from "../../support/desk-world.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const start = (input: string) => DeskSession.start(table, input);

/** Sessions, wakes and runs of this session that somebody should have looked at. */
async function overdue(desk: DeskSession): Promise<readonly unknown[]> {
  const all = await desk.world.ports.attention.overdue(desk.world.clock.now() + 365 * 24 * HOUR);
  return all.filter(({ session_id }) => session_id === desk.session_id);
}

describe("an answer that comes before its question", () => {
  test("is looked for when the question is asked, and not lost", async () => {
    const desk = await DeskSession.begin(table, "ask count");
    await desk.send("Here you are.", { answers: { count: 42 } });
    await desk.world.settle();
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await desk.delivered()).toContain('{"count":42}');
    expect(await desk.dispositions()).toMatchObject([{ kind: "filled" }]);
  });

  test("while the run works waits for it, and is a message like any other when it is never asked", async () => {
    const desk = await DeskSession.begin(table, "add one");
    await desk.send("add two", { answers: { count: 42 } });
    await desk.world.settle();
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
    expect(await desk.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
  });

  test("in words was said to something else: a yes from before approves nothing", async () => {
    const desk = await DeskSession.begin(table, "ask delete");
    await desk.send("yes");
    await desk.world.settle();
    expect(await desk.question("agree")).toMatchObject({ status: "open" });
    expect(desk.desk.deleted).toEqual([]);
    expect((await desk.dispositions()).map(({ kind }) => kind)).toEqual(["merged"]);
    await desk.say("yes");
    expect(desk.desk.deleted).toEqual(["old report"]);
  });
});

describe("when the time of a question is over", () => {
  test("it goes on with its default", async () => {
    const desk = await start("ask size");
    expect(await overdue(desk)).toMatchObject([{ kind: "question", turn: 1 }]);
    await desk.world.advance(HOUR - MINUTE);
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
    await desk.world.advance(3 * MINUTE);
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await desk.delivered()).toContain('{"size":"small"}');
    expect(await desk.question("size")).toMatchObject({ status: "expired", answer: "small" });
    expect((await desk.events()).filter(({ type }) => type === "question_expired")).toMatchObject([
      { payload: { name: "size", default: "small" } },
    ]);
    expect(await overdue(desk)).toEqual([]);
  });

  test("a late answer replaces the default in a new version", async () => {
    const desk = await start("add one, ask size");
    await desk.world.advance(HOUR + 2 * MINUTE);
    await desk.say("large");
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
    expect(await desk.delivered()).toContain('{"size":"large"}');
    expect(await desk.question("size")).toMatchObject({ status: "answered", answer: "large" });
    expect(await desk.dispositions()).toMatchObject([{ kind: "filled" }]);
  });

  test("without a default the run fails and says why, and a late answer sets it going again", async () => {
    const desk = await start("add one, ask deadline");
    await desk.world.advance(HOUR + 2 * MINUTE);
    expect(await desk.run()).toMatchObject({
      status: "failed",
      failure: { code: "question_expired", message: expect.stringContaining("By when?") },
    });
    expect((await desk.events()).slice(-2).map(({ type }) => type)).toEqual(["question_expired", "run_failed"]);
    expect(await desk.world.ports.mailboxes.read(desk.session_id)).not.toHaveProperty("active_turn");
    desk.desk.runs.length = 0;
    await desk.say("2026-12-24");
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await desk.run()).not.toHaveProperty("failure");
    expect(await desk.delivered()).toContain('{"deadline":"2026-12-24"}');
    expect(desk.desk.runs.map(({ cell }) => cell)).toEqual(["ask", "sheet"]);
    expect(await desk.dispositions()).toMatchObject([{ kind: "filled" }]);
  });

  test("with and without defaults at the same time, what has one is settled and the other is waited for", async () => {
    const desk = await start("ask size, ask deadline");
    await desk.world.advance(HOUR + 2 * MINUTE);
    expect(await desk.run()).toMatchObject({ status: "failed", failure: { code: "question_expired" } });
    await desk.say("2026-12-24");
    expect(await desk.run()).toMatchObject({ status: "completed" });
    expect(await desk.delivered()).toMatch(/"size":"small".*"deadline":"2026-12-24"/s);
  });

  test("INV-6 a default that comes after the run failed leaves the session free (simulator, seed 30)", async () => {
    const desk = await start("ask deadline");
    await desk.world.advance(30 * MINUTE);
    await desk.say("ask size");
    await desk.world.advance(31 * MINUTE);
    expect(await desk.run()).toMatchObject({ status: "failed", failure: { code: "question_expired" } });
    await desk.world.advance(31 * MINUTE);
    expect(await desk.question("size")).toMatchObject({ status: "expired", answer: "small" });
    expect(await desk.run()).toMatchObject({ status: "failed" });
    expect(await desk.world.ports.mailboxes.read(desk.session_id)).not.toHaveProperty("active_turn");
    await desk.say("2026-12-24");
    expect(await desk.run()).toMatchObject({ status: "completed" });
    expect(await desk.delivered()).toMatch(/"deadline":"2026-12-24".*"size":"small"/s);
  });

  test("a failed run that is asked for anew asks anew", async () => {
    const desk = await start("ask deadline");
    const first = await desk.question("deadline");
    await desk.world.advance(2 * HOUR);
    await desk.say("add two");
    expect(await desk.run()).toMatchObject({ status: "awaiting_input", dag_version: 2 });
    const again = await desk.question("deadline");
    expect(again).toMatchObject({ id: first.id, status: "open" });
    expect(again.expires_at).toBeGreaterThan(first.expires_at ?? 0);
    await desk.say("2026-12-24");
    expect(await desk.run()).toMatchObject({ status: "completed" });
  });

  test("a second late is still in time as long as nothing was done without it", async () => {
    const desk = await start("ask deadline");
    desk.world.clock.advance(HOUR + 1_000);
    await desk.say("2026-12-24");
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
  });

  test("what waits in the mailbox goes first, since it may be the answer", async () => {
    const desk = await start("ask size");
    await desk.send("large");
    const [nudge] = desk.world.pending.splice(0);
    desk.world.clock.advance(2 * HOUR);
    await sweep(desk.world.ports, 0);
    await desk.world.settle();
    expect(await desk.question("size")).toMatchObject({ status: "answered", answer: "large" });
    if (nudge !== undefined) await desk.world.deliver(nudge);
    await desk.world.settle();
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
  });

  test("another run that goes on is not disturbed; the default is used when it has ended", async () => {
    const desk = await start("ask size");
    await second(desk, "add one");
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    desk.desk.before = async (cell) => {
      if (cell !== "write") return;
      reached.resolve();
      await held.promise;
    };
    const working = desk.world.settle();
    await reached.promise;
    desk.world.clock.advance(2 * HOUR);
    await sweep(desk.world.ports, 0);
    const due = desk.world.pending.splice(0);
    for (const message of due) await desk.world.deliver(message);
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
    held.resolve();
    await working;
    await desk.world.advance(2 * MINUTE);
    expect(await desk.run(2)).toMatchObject({ status: "completed" });
    expect(await desk.run()).toMatchObject({ status: "completed" });
    expect(await desk.question("size")).toMatchObject({ answer: "small" });
  });

  test("in an archived session nothing goes on, whatever the default", async () => {
    const desk = await start("ask size");
    await archiveSession(desk.world.ports, { owner: "alice", session_id: desk.session_id });
    await desk.world.advance(2 * HOUR);
    expect(await desk.run()).toMatchObject({ status: "failed", failure: { code: "question_expired" } });
    expect(await overdue(desk)).toEqual([]);
  });
});

describe("while a run waits for the person", () => {
  test("another run starts and ends, and an answer to the first waits until then", async () => {
    const desk = await start("ask count");
    await second(desk, "add one");
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    desk.desk.before = async (cell) => {
      if (cell !== "write") return;
      reached.resolve();
      await held.promise;
    };
    const working = desk.world.settle();
    await reached.promise;
    expect(await desk.world.ports.mailboxes.read(desk.session_id)).toMatchObject({ active_turn: 2 });
    await desk.send("42");
    for (const message of desk.world.pending.splice(0)) await desk.world.deliver(message);
    expect(await desk.question("count")).toMatchObject({ status: "open" });
    held.resolve();
    await working;
    await desk.world.settle();
    expect(await desk.run(2)).toMatchObject({ status: "completed" });
    expect(await desk.run()).toMatchObject({ status: "completed" });
    expect(await desk.delivered()).toContain('{"count":42}');
  });

  test("nobody has to look at it, however long it takes", async () => {
    const desk = await start("ask count");
    expect(await overdue(desk)).toEqual([]);
    desk.world.clock.advance(365 * 24 * HOUR);
    await sweep(desk.world.ports, 0);
    expect(desk.world.pending).toEqual([]);
    await desk.say("42");
    expect(await desk.run()).toMatchObject({ status: "completed" });
  });
});

/** Asks for another run in the same session. */
async function second(desk: DeskSession, input: string): Promise<void> {
  const { session_id } = desk;
  const request = { owner: "alice", agent: "desk", input, sources: [], channel: null, session_id };
  const outcome = await startRun(desk.world.ports, { ...request, on_busy: "enqueue" });
  expect(outcome).toMatchObject({ kind: "accepted" });
}
