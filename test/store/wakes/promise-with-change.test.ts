import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { editEntry, withdrawEntry } from "../../../shared/steps/mailbox/edit-mailbox.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { callsTools } from "../../support/scripted-model.ts";
import { answers, results, say, type Talk, talkTo } from "../../support/talk.ts";
import { eventsOf } from "../../support/wakes.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const schedules = callsTools(["schedule_follow_up", { description: "Look at it again.", in: "30m" }]);

/** How what a person sent last ended. */
async function lastEnding({ world, session_id }: Talk) {
  const events = await eventsOf(world, session_id);
  return events.findLast(({ type }) => type === undefined)?.payload;
}

const send = ({ world, run_id }: Talk, text: string) =>
  acceptFollowUp(world.ports, { owner: "ada", run_id, text, attachments: [], on_busy: "revise" });

describe("a message that asks for a change and to come back later", () => {
  test("gets both: the wake is scheduled, the person is told, and the change is made once", async () => {
    const talk = await talkTo(table, "memo", schedules, answers("I look again at 9:00."));
    const { world, model, run_id, session_id } = talk;
    const { event_id } = await say(world, run_id, "add three and check back in 30 minutes");
    expect(results(model)).toMatchObject([{ ok: true }]);
    expect(await world.ports.wakes.pendingWakes(session_id)).toMatchObject([{ reason: "Look at it again." }]);
    const revision = await world.ports.runs.readRevision({ session_id, turn: 1 }, 2);
    // The promise is no part of what the change is about.
    expect(revision?.brief).toMatchObject({ words: ["one", "two", "three"] });
    expect(await world.ports.runs.readRun({ session_id, turn: 1 })).toMatchObject({
      status: "completed",
      dag_version: 2,
    });
    expect(await lastEnding(talk)).toEqual({ kind: "merged", dag_version: 2 });
    const told = (await eventsOf(world, session_id)).filter(({ payload }) => payload?.["answers"] === event_id);
    expect(told).toMatchObject([{ type: "message", payload: { text: "I look again at 9:00." } }]);
    expect(model.requests).toHaveLength(2);
  });

  test("is refused like any other when no operation fits it, and the promise stays", async () => {
    const talk = await talkTo(
      table,
      "memo",
      schedules,
      answers(),
      callsTools(["choose_operations", { operations: [] }]),
    );
    const { world, run_id, session_id } = talk;
    await say(world, run_id, "Make it a table. Remind me tomorrow.");
    expect(await world.ports.runs.readRevision({ session_id, turn: 1 }, 2)).toBeNull();
    expect(await lastEnding(talk)).toEqual({ kind: "refused", reason: "no_operation" });
    expect(await world.ports.wakes.pendingWakes(session_id)).toMatchObject([{ reason: "Look at it again." }]);
  });

  test("is made before what was said behind it", async () => {
    const talk = await talkTo(table, "memo", schedules, answers());
    const { world, session_id } = talk;
    await send(talk, "add three and check back in 30 minutes");
    await send(talk, "remove three");
    await world.settle();
    const { dag_version = 0 } = (await world.ports.runs.readRun({ session_id, turn: 1 })) ?? {};
    const revision = await world.ports.runs.readRevision({ session_id, turn: 1 }, dag_version);
    expect(revision?.brief).toMatchObject({ words: ["one", "two"] });
    expect((await world.ports.mailboxes.read(session_id))?.entries).toEqual([]);
  });

  test("is made when the turn for the wake cannot be had, and the person is told", async () => {
    const talk = await talkTo(table, "memo");
    const { world, session_id } = talk;
    await send(talk, "add three and check back in 30 minutes");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      try {
        await world.settle();
      } catch {
        // The queue delivers the message again.
        const entry = (await world.ports.mailboxes.read(session_id))?.entries[0];
        if (entry !== undefined)
          await world.ports.queues.work([{ kind: "answer", session_id, event_id: entry.event_id }]);
      }
    }
    expect(await lastEnding(talk)).toEqual({ kind: "merged", dag_version: 2 });
    const texts = (await eventsOf(world, session_id)).map(({ payload }) => String(payload?.["text"]));
    expect(texts.some((text) => text.startsWith("What it asks for later may not be scheduled"))).toBe(true);
  });
});

describe("what waits as a change behind a turn that has scheduled something", () => {
  const change = "add three and check back in 30 minutes";
  const question = "Why is the second word there? Check back in 30 minutes.";
  const doesNotKnow = callsTools(["give_answer", { text: "I look again at 9:00.", rests_on: [], supported: false }]);

  const nothingFits = callsTools(["choose_operations", { operations: [] }]);

  /** A message whose turn is over, and whose change no fold has taken yet. */
  async function begun(text: string) {
    const talk = await talkTo(table, "memo", schedules, doesNotKnow, nothingFits);
    const { world, session_id } = talk;
    const sent = await send(talk, text);
    if (sent.kind !== "accepted") throw new Error(sent.kind);
    for (const queue of ["nudges", "tasks"] as const) {
      const message = world.take(queue);
      if (message !== undefined) await world.deliver(message);
    }
    const entries = async () => (await world.ports.mailboxes.read(session_id))?.entries;
    expect(await entries()).toMatchObject([{ text, state: "waiting", verdict: { route: "revise_run" } }]);
    return { ...talk, entries, which: { owner: "ada", session_id, event_id: sent.event_id } };
  }

  test.each([change, question])("%s: takes no other words, so that nothing is scheduled twice", async (text) => {
    const { world, session_id, entries, which } = await begun(text);
    expect(await editEntry(world.ports, which, "add four and check back in 30 minutes")).toEqual({ kind: "begun" });
    expect(await editEntry(world.ports, { ...which, owner: "eve" }, "add four")).toEqual({ kind: "not_found" });
    expect(await entries()).toMatchObject([{ text }]);
    expect((await entries())?.[0]).not.toHaveProperty("edits");
    await world.settle();
    expect(await world.ports.wakes.pendingWakes(session_id)).toHaveLength(1);
    const revision = await world.ports.runs.readRevision({ session_id, turn: 1 }, 2);
    expect(revision?.caused_by).toMatchObject([{ text }]);
  });

  test("can be withdrawn, and what was scheduled stays", async () => {
    const { world, session_id, which } = await begun(change);
    expect(await withdrawEntry(world.ports, which)).toEqual({ kind: "withdrawn" });
    await world.settle();
    expect(await world.ports.runs.readRevision({ session_id, turn: 1 }, 2)).toBeNull();
    expect(await world.ports.wakes.pendingWakes(session_id)).toMatchObject([{ reason: "Look at it again." }]);
  });
});
