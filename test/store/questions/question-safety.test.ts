import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Fault } from "../../../shared/errors/fault.ts";
import type { Commit } from "../../../shared/ports/stores.ts";
import { cancelRun } from "../../../shared/steps/runs/cancel-run.ts";
import { answering } from "../../support/answering-model.ts";
import { DeskSession } from "../../support/desk-world.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { ask, minute, turnIn } from "../../support/wakes.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const start = (input: string) => DeskSession.start(table, input);

describe("a machine turn", () => {
  test("that fires before the person replies neither answers nor approves, and the question stays open", async () => {
    const desk = await DeskSession.start(table, "ask delete", answering("Yes, delete the old report."));
    const agent = desk.world.ports.agents.find("desk");
    if (agent === undefined) throw new Error("no desk agent");
    const by = turnIn(desk.world, desk.session_id, { owner: "alice", agent, run: await desk.run() });
    await ask(desk.world, by, { reason: "yes, delete the old report", inMs: 5 * minute });
    await desk.world.advance(10 * minute);
    expect(await desk.run(2)).toMatchObject({ status: "completed", origin: { type: "wake" } });
    expect(desk.desk.deleted).toEqual([]);
    expect(await desk.question("agree")).toMatchObject({ status: "open" });
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
    await desk.say("yes");
    expect(desk.desk.deleted).toEqual(["old report"]);
    expect(await desk.run()).toMatchObject({ status: "completed" });
  });

  test("can never answer, by words or by name, whatever way its message comes in", async () => {
    const desk = await start("ask delete");
    const { id } = await desk.question("agree");
    const origins = [{ type: "system" }, { type: "wake", followup_id: "fu_01J00000000000000000000001" }] as const;
    for (const [index, origin] of origins.entries()) {
      const entry = {
        event_id: `evt_01J0000000000000000000009${index}` as const,
        kind: "follow_up" as const,
        turn: 1,
        text: "yes",
        received_at: desk.world.clock.now(),
        origin,
        answers: { agree: true, [id]: true },
        hash: `${index}`,
      };
      expect(await desk.world.ports.mailboxes.accept(desk.session_id, "alice", entry, [])).toMatchObject({
        kind: "accepted",
      });
      await desk.world.ports.queues.nudge([{ session_id: desk.session_id }]);
      await desk.world.settle();
    }
    expect(await desk.question("agree")).toMatchObject({ status: "open" });
    expect(desk.desk.deleted).toEqual([]);
    expect((await desk.dispositions()).map(({ kind }) => kind)).not.toContain("filled");
  });
});

describe("an approval", () => {
  test("holds for what it was asked for; when the step works on something else it is asked anew", async () => {
    const desk = await start("ask delete");
    await desk.say("yes");
    const first = await desk.question("agree");
    expect(desk.desk.deleted).toHaveLength(1);
    // Another version of the cell is other work.
    const later = desk.redeployed(table, 2);
    await later.say("add two");
    expect(await later.run()).toMatchObject({ status: "awaiting_input", dag_version: 2 });
    const open = (await later.questions()).find(({ status }) => status === "open");
    expect(open?.id).not.toBe(first.id);
    expect(desk.desk.deleted).toHaveLength(1);
    await later.say("no");
    expect(desk.desk.deleted).toHaveLength(1);
  });

  test("with a condition is none", async () => {
    const desk = await start("ask delete");
    await desk.say("yes, but only the draft");
    expect(desk.desk.deleted).toEqual([]);
    expect((await desk.questions()).map(({ status }) => status)).toContain("open");
  });
});

describe("effects outside", () => {
  test("a step that sends an e-mail and then asks sends one, however often it is answered", async () => {
    const desk = await start("ask count");
    expect(desk.desk.mails.size).toBe(1);
    await desk.say("42");
    await desk.say("42");
    expect(desk.desk.runs.filter(({ cell }) => cell === "ask")).toHaveLength(2);
    expect(desk.desk.mails.size).toBe(1);
    await desk.answer({ count: 43 });
    expect(await desk.delivered()).toContain('{"count":43}');
    expect(desk.desk.mails.size).toBe(1);
  });
});

describe("lost answers, crashes and deployments", () => {
  test("a repeated answer whose first reply was lost wakes the run again, in another deployment too", async () => {
    const desk = await start("ask count");
    const first = await desk.send("42", { idempotency_key: "resume" });
    // The reply is lost, and the process that was to take it dies with everything that it had been told.
    desk.world.pending.splice(0);
    const later = desk.redeployed(table, 1);
    expect(await later.send("42", { idempotency_key: "resume" })).toEqual({ ...first, kind: "repeated" });
    await later.world.settle();
    expect(await later.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await later.delivered()).toContain('{"count":42}');
    expect(await later.dispositions()).toHaveLength(1);
    expect(desk.desk.mails.size).toBe(1);
  });

  test("an answer survives a deployment that changes the cell: what it asks again is answered already", async () => {
    const desk = await start("ask count");
    await desk.send("42");
    await desk.world.deliver(desk.world.take("nudges") ?? never());
    const later = desk.redeployed(table, 2);
    await later.world.settle();
    expect(await later.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await later.delivered()).toContain('{"count":42}');
    expect(await later.questions()).toHaveLength(1);
  });

  test("a fold that dies once the answer is taken leaves nothing behind: the sweeper sets the run going", async () => {
    const desk = await start("ask count");
    await desk.send("42");
    await desk.world.deliver(desk.world.take("nudges") ?? never());
    desk.world.pending.splice(0);
    await desk.world.advance(3 * minute);
    expect(await desk.run()).toMatchObject({ status: "completed" });
  });

  test("a fold that dies once a default is taken is found as well", async () => {
    const desk = await start("ask size");
    desk.world.clock.advance(61 * minute);
    await desk.world.ports.queues.nudge([{ session_id: desk.session_id, turn: 1 }]);
    await desk.world.deliver(desk.world.take("nudges") ?? never());
    expect(await desk.question("size")).toMatchObject({ status: "expired" });
    desk.world.pending.splice(0);
    await desk.world.advance(3 * minute);
    expect(await desk.run()).toMatchObject({ status: "completed" });
  });

  test("a worker that dies between asking and resting leaves the rest to its message, or to the sweeper", async () => {
    for (const by of ["message", "sweeper"] as const) {
      const desk = await DeskSession.begin(table, "add one, ask count");
      const { ledger } = desk.world.ports;
      const commit = ledger.commit.bind(ledger);
      let died = 0;
      ledger.commit = async (one: Commit) => {
        const rests = one.events.some(({ type }) => type === "run_awaiting_input");
        const opens = one.events.some(({ type }) => type === "question_opened");
        if (rests && !opens && died === 0) {
          died += 1;
          throw new Error("the process died");
        }
        return commit(one);
      };
      await desk.world.deliver(desk.world.take("nudges") ?? never());
      desk.world.pending.reverse();
      const failed = await untilDeath(desk);
      expect(died).toBe(1);
      expect(await desk.run()).toMatchObject({ status: "running" });
      if (by === "message") await desk.world.deliver(failed);
      else await desk.world.advance(3 * minute);
      expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
      expect(await desk.world.ports.mailboxes.read(desk.session_id)).not.toHaveProperty("active_turn");
    }
  });

  test("a step of a superseded version that asks late opens nothing", async () => {
    const desk = await DeskSession.begin(table, "ask count");
    let revised = false;
    desk.desk.before = async (cell) => {
      if (cell !== "ask" || revised) return;
      revised = true;
      await desk.send("drop count");
      await desk.world.deliver(desk.world.take("nudges") ?? never());
    };
    await desk.world.settle();
    expect(await desk.questions()).toEqual([]);
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
  });
});

describe("a run that ends while something is open", () => {
  test("by being canceled withdraws its questions, and a follow-up asks them anew", async () => {
    const desk = await start("ask count");
    const { id } = await desk.question("count");
    const who = { owner: "alice", session_id: desk.session_id, turn: 1, work: "keep" as const };
    expect(await cancelRun(desk.world.ports, who)).toEqual({ kind: "canceled" });
    expect(await desk.question("count")).toMatchObject({ status: "withdrawn" });
    expect(await desk.run()).not.toHaveProperty("open_questions");
    await desk.say("add two");
    expect(await desk.question("count")).toMatchObject({ id, status: "open" });
    await desk.say("42");
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
  });

  test("by a step that fails withdraws them too, although asking had changed the run meanwhile", async () => {
    const desk = await DeskSession.begin(table, "add bad, ask count");
    desk.desk.before = async (cell) => {
      if (cell === "write") {
        for (const message of desk.world.pending.splice(0)) await desk.world.deliver(message);
        throw new Fault("cell_refused", "reject");
      }
    };
    await desk.world.settle();
    expect(await desk.run()).toMatchObject({ status: "failed", failure: { code: "cell_refused" } });
    expect(await desk.question("count")).toMatchObject({ status: "withdrawn" });
    desk.desk.before = async () => undefined;
    await desk.say("add two");
    expect(await desk.run()).toMatchObject({ status: "awaiting_input", dag_version: 2 });
  });

  test("by asking without end fails", async () => {
    const desk = await DeskSession.begin(table, "ask endless");
    await desk.world.settle();
    for (let more = 0; more < 60 && (await desk.run()).status === "awaiting_input"; more += 1)
      await desk.say(`${more}`);
    expect(await desk.run()).toMatchObject({ status: "failed", failure: { code: "too_many_questions" } });
  });
});

describe("a form", () => {
  test("is all that is planned until it is filled in, and then the plan is made with it", async () => {
    const desk = await start("untitled, add one");
    expect(desk.desk.runs).toEqual([]);
    expect(await desk.questions()).toMatchObject([{ name: "title", step_id: "form", status: "open" }]);
    await desk.say("Costs of 2026");
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
    expect(await desk.delivered()).toMatch(/^Costs of 2026\nwrite:one/);
    const revision = await desk.world.ports.runs.readRevision(await desk.run(), 2);
    expect(revision).toMatchObject({
      brief: { title: "Costs of 2026" },
      caused_by: [{ became: { title: "Costs of 2026" } }],
    });
    expect(await desk.dispositions()).toMatchObject([{ kind: "filled" }]);
  });

  test("stays open while other wishes come, and they are in the plan when it is filled in", async () => {
    const desk = await start("untitled");
    const { id } = await desk.question("title");
    await desk.say("add one");
    expect(await desk.run()).toMatchObject({ status: "awaiting_input", dag_version: 2, open_questions: [id] });
    expect(await desk.world.ports.mailboxes.read(desk.session_id)).not.toHaveProperty("active_turn");
    await desk.say("Costs of 2026");
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 3 });
    expect(await desk.delivered()).toMatch(/^Costs of 2026\nwrite:one/);
  });

  test("can be filled in again later", async () => {
    const desk = await start("untitled, add one");
    await desk.say("Costs of 2026");
    desk.desk.runs.length = 0;
    await desk.answer({ title: "Costs of 2027" });
    expect(await desk.delivered()).toMatch(/^Costs of 2027/);
    expect(desk.desk.runs.map(({ cell }) => cell)).toEqual(["sheet"]);
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 3 });
  });
});

/** Delivers until a worker dies, and answers with the message that it died of. */
async function untilDeath(desk: DeskSession) {
  for (let message = desk.world.take(); message !== undefined; message = desk.world.take()) {
    const died = await desk.world.deliver(message).then(
      () => false,
      () => true,
    );
    if (died) return message;
  }
  return never();
}

function never(): never {
  throw new Error("nothing there");
}
