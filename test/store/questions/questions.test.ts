import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { DeskSession } from "../../support/desk-world.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const start = (input: string) => DeskSession.start(table, input);

describe("a step that needs input", () => {
  test("opens a question, lets the run rest and leaves the session free", async () => {
    const desk = await start("ask count");
    const question = await desk.question("count");
    expect(await desk.run()).toMatchObject({ status: "awaiting_input", open_questions: [question.id] });
    expect(question).toMatchObject({ status: "open", text: "How many copies?", step_id: "ask:count", dag_version: 1 });
    expect(question.schema).toMatchObject({ type: "integer", minimum: 1, maximum: 100 });
    const mailbox = await desk.world.ports.mailboxes.read(desk.session_id);
    expect(mailbox).toMatchObject({ entries: [] });
    expect(mailbox).not.toHaveProperty("active_turn");
    expect(mailbox).not.toHaveProperty("attention_at");
    const types = (await desk.events()).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(["question_opened", "run_awaiting_input"]);
  });

  test("goes on in the same version, and the answer is taken in the write that ends the waiting", async () => {
    const desk = await start("add one, ask count");
    await desk.send("42");
    const nudge = desk.world.take("nudges");
    if (nudge === undefined) throw new Error("no nudge");
    await desk.world.deliver(nudge);
    expect(await desk.run()).toMatchObject({ status: "queued", dag_version: 1 });
    expect(await desk.question("count")).toMatchObject({ status: "answered", answer: 42 });
    const mailbox = await desk.world.ports.mailboxes.read(desk.session_id);
    expect(mailbox).toMatchObject({ entries: [], active_turn: 1 });
    expect(mailbox).toHaveProperty("attention_at");
    await desk.world.settle();
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1, delivered_version: 1 });
    expect(await desk.delivered()).toContain('ask:count {"count":42}');
    expect(await desk.dispositions()).toEqual([{ kind: "filled", question_ids: [(await desk.question("count")).id] }]);
    expect(desk.desk.runs.filter(({ cell }) => cell === "write")).toHaveLength(1);
  });

  test("says in its history who answered what, and shows the question in the conversation", async () => {
    const desk = await start("ask count");
    await desk.say("42");
    const events = (await desk.events()).filter(({ type }) => type.startsWith("question_"));
    expect(events).toMatchObject([
      { type: "question_opened", payload: { name: "count", text: "How many copies?", role: "assistant" } },
      { type: "question_answered", payload: { name: "count", value: 42, answered_by: expect.stringMatching(/^evt_/) } },
    ]);
  });

  test("does not hold up the branches beside it, and the session stays busy until they are done", async () => {
    const desk = await DeskSession.begin(table, "add one, add two, ask count");
    const order: string[] = [];
    desk.desk.before = async (cell) => {
      order.push(cell);
      const mailbox = await desk.world.ports.mailboxes.read(desk.session_id);
      if (cell === "write") expect(mailbox?.active_turn).toBe(1);
    };
    // The step that asks comes first; the others are still to come when it does.
    await desk.world.deliver(desk.world.take("nudges") ?? never());
    const asks = desk.world.pending.findIndex(({ body }) => "step_id" in body && body.step_id === "ask:count");
    const [first] = desk.world.pending.splice(asks, 1);
    await desk.world.deliver(first ?? never());
    expect(await desk.run()).toMatchObject({ status: "running" });
    expect(await desk.question("count")).toMatchObject({ status: "open" });
    await desk.world.settle();
    expect(order).toEqual(["ask", "write", "write"]);
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
    expect(await desk.world.ports.mailboxes.read(desk.session_id)).not.toHaveProperty("active_turn");
  });

  test("is answered while other branches still work, and goes on at once", async () => {
    const desk = await DeskSession.begin(table, "add one, ask count");
    let answered = false;
    desk.desk.before = async (cell) => {
      if (cell !== "write" || answered) return;
      answered = true;
      await desk.send("42");
      await desk.world.deliver(desk.world.take("nudges") ?? never());
      expect(await desk.question("count")).toMatchObject({ status: "answered" });
    };
    await desk.world.deliver(desk.world.take("nudges") ?? never());
    desk.world.pending.reverse();
    await desk.world.settle();
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await desk.delivered()).toContain('{"count":42}');
  });

  test("whatever is delivered twice or in another order, asks once and delivers once", async () => {
    const desk = await DeskSession.begin(table, "add one, ask count, ask color");
    const twice = async () => {
      for (let message = desk.world.take(); message !== undefined; message = desk.world.take()) {
        desk.world.pending.reverse();
        await desk.world.deliver(message);
        await desk.world.deliver(message);
      }
    };
    await twice();
    expect(await desk.questions()).toMatchObject([{ status: "open" }, { status: "open" }]);
    expect((await desk.events()).filter(({ type }) => type === "question_opened")).toHaveLength(2);
    await desk.send("red");
    await twice();
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
    await desk.send("7");
    await twice();
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect((await desk.events()).filter(({ type }) => type === "delivery")).toHaveLength(1);
  });
});

describe("several questions", () => {
  test("a bare value that fits two of them answers neither, and the person is asked which is meant", async () => {
    const desk = await start("ask both");
    await desk.say("42");
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
    expect(await desk.questions()).toMatchObject([{ status: "open" }, { status: "open" }]);
    expect(await desk.dispositions()).toEqual([{ kind: "refused", reason: "ambiguous_answer" }]);
    const said = (await desk.events()).findLast(({ type }) => type === "message");
    expect(said?.payload["text"]).toContain("Which one do you mean?");
  });

  test("are told apart by id, by name and by what fits, and an answer to one is kept until the other comes", async () => {
    const desk = await start("ask both, ask color");
    const width = await desk.question("width");
    await desk.answer({ [width.id]: 3 });
    expect(await desk.question("width")).toMatchObject({ status: "answered", answer: 3 });
    expect(await desk.run()).toMatchObject({ status: "awaiting_input", open_questions: expect.any(Array) });
    expect((await desk.run()).open_questions).toHaveLength(2);
    await desk.say("the second one");
    expect(await desk.question("color")).toMatchObject({ status: "answered", answer: "green" });
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
    // With one left that it fits, a bare number is enough.
    await desk.say("8");
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await desk.delivered()).toContain('{"height":8,"width":3}');
    expect((await desk.dispositions()).map(({ kind }) => kind)).toEqual(["filled", "filled", "filled"]);
  });

  test("are answered together in one message", async () => {
    const desk = await start("ask both");
    await desk.say("width: 3\nheight: 4");
    expect(await desk.run()).toMatchObject({ status: "completed" });
    expect(await desk.delivered()).toContain('{"height":4,"width":3}');
  });

  test("an answer that is partly wrong is taken in part, and the rest is said", async () => {
    const desk = await start("ask both");
    await desk.answer({ width: 3, height: "very", depth: 1 });
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
    expect(await desk.question("width")).toMatchObject({ answer: 3 });
    expect(await desk.lastSaid()).toMatch(/“height” was not taken.*no question “depth”.*Still open: "height"/s);
    expect(await desk.dispositions()).toMatchObject([{ kind: "filled" }]);
  });

  test("a wrong answer is refused with what is wrong, and the question stays open", async () => {
    const desk = await start("ask count");
    await desk.answer({ count: 500 });
    expect(await desk.dispositions()).toEqual([{ kind: "refused", reason: "invalid_answer" }]);
    expect(await desk.question("count")).toMatchObject({ status: "open" });
    await desk.answer({ size: 1 });
    expect((await desk.dispositions())[1]).toEqual({ kind: "refused", reason: "unknown_question" });
    await desk.say("5");
    expect(await desk.run()).toMatchObject({ status: "completed" });
  });
});

describe("an answer that is sent to another run of the session", () => {
  const twoRuns = async () => {
    const desk = await start("ask color");
    await startRun(desk.world.ports, {
      owner: "alice",
      agent: "desk",
      input: "add one",
      sources: [],
      on_busy: "enqueue",
      channel: null,
      session_id: desk.session_id,
      idempotency_key: "second",
    });
    await desk.world.settle();
    expect(await desk.run(2)).toMatchObject({ status: "completed" });
    return { desk, question: await desk.question("color") };
  };

  test("and names its question by id is the answer to it", async () => {
    const { desk, question } = await twoRuns();
    await desk.say("Here.", { turn: 2, answers: { [question.id]: "green" } });
    expect(await desk.question("color")).toMatchObject({ status: "answered", answer: "green" });
    expect(await desk.run(1)).toMatchObject({ status: "completed" });
    expect(await desk.delivered(1)).toContain('{"color":"green"}');
    expect(await desk.run(2)).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await desk.dispositions()).toEqual([{ kind: "filled", question_ids: [question.id] }]);
  });

  test("also in words that name it", async () => {
    const { desk, question } = await twoRuns();
    await desk.say(`${question.id}: green`, { turn: 2 });
    expect(await desk.question("color")).toMatchObject({ status: "answered", answer: "green" });
  });

  test("and does not fit is refused with what would", async () => {
    const { desk, question } = await twoRuns();
    await desk.say("Bitte so, mit der Farbe", { turn: 2, answers: { [question.id]: "pink" } });
    expect(await desk.question("color")).toMatchObject({ status: "open" });
    expect(await desk.dispositions()).toEqual([{ kind: "refused", reason: "invalid_answer" }]);
    const said = (await desk.events()).findLast(({ type }) => type === "message")?.payload["text"];
    expect(said).toMatch(/wurde nicht übernommen: erwartet wird eines von "red"/);
  });

  test("waits while another run goes on, and is taken then", async () => {
    const { desk, question } = await twoRuns();
    let sent = false;
    desk.desk.before = async () => {
      if (sent) return;
      sent = true;
      await desk.send("Here.", { turn: 2, answers: { [question.id]: "blue" } });
      await desk.world.deliver(desk.world.take("nudges") ?? never());
      expect(await desk.question("color")).toMatchObject({ status: "open" });
    };
    await desk.say("add two", { turn: 2 });
    expect(sent).toBe(true);
    expect(await desk.question("color")).toMatchObject({ status: "answered", answer: "blue" });
    expect(await desk.run(1)).toMatchObject({ status: "completed" });
    expect(await desk.run(2)).toMatchObject({ status: "completed", dag_version: 2 });
  });
});

test("“no, the other one” after an answer with several others asks which", async () => {
  const desk = await start("ask color");
  await desk.say("green");
  await desk.say("no, the other one");
  expect(await desk.question("color")).toMatchObject({ answer: "green" });
  expect(await desk.dispositions()).toMatchObject([{ kind: "filled" }, { kind: "refused", reason: "invalid_answer" }]);
  const said = (await desk.events()).findLast(({ type }) => type === "message")?.payload["text"];
  expect(said).toContain('not clear which other one you mean; it is one of "red"');
});

describe("words that are no answer", () => {
  test("asking what is meant is explained, and the question stays open", async () => {
    const desk = await start("ask count");
    for (const words of ["What do you mean?", "what are you talking about?", "Was meinst du?"]) await desk.say(words);
    expect((await desk.dispositions()).map(({ kind }) => kind)).toEqual(["answered", "answered", "answered"]);
    expect(await desk.question("count")).toMatchObject({ status: "open" });
    expect(await desk.run()).toMatchObject({ status: "awaiting_input", dag_version: 1 });
    const said = (await desk.events()).findLast(({ type }) => type === "message");
    expect(said?.payload["text"]).toBe("It is needed.");
    await desk.say("42");
    expect(await desk.run()).toMatchObject({ status: "completed" });
  });

  test("without a model that can tell, the question explains itself", async () => {
    const desk = await DeskSession.start(table, "ask size", {
      call: async () => {
        throw new Error("no model");
      },
    });
    desk.world.ports.model.call = async () => ({ parts: [], stop: "filtered", usage: noUsage });
    await desk.say("What do you mean?");
    const said = (await desk.events()).findLast(({ type }) => type === "message");
    expect(said?.payload["text"]).toMatch(/I asked: Which size\?.*"small", "large".*goes on with "small"/s);
    expect(await desk.question("size")).toMatchObject({ status: "open" });
  });

  test("a change of topic is taken as a change, the question stays open, and its step is not run again", async () => {
    const desk = await start("ask count");
    const before = await desk.question("count");
    desk.desk.runs.length = 0;
    await desk.say("add three");
    expect(await desk.run()).toMatchObject({ status: "awaiting_input", dag_version: 2, open_questions: [before.id] });
    expect(desk.desk.runs.map(({ cell }) => cell)).toEqual(["write"]);
    expect(await desk.question("count")).toEqual(before);
    expect(await desk.dispositions()).toEqual([{ kind: "merged", dag_version: 2 }]);
    await desk.say("42");
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
    expect(await desk.delivered()).toMatch(/write:three.*ask:count \{"count":42\}/s);
  });

  test("a change that changes nothing at the question leaves the run at rest", async () => {
    const desk = await start("ask count");
    await desk.say("ask count");
    expect(await desk.run()).toMatchObject({ status: "awaiting_input", dag_version: 2 });
    expect(await desk.world.ports.mailboxes.read(desk.session_id)).not.toHaveProperty("active_turn");
    await desk.say("42");
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
  });

  test("a change after which nothing asks any more withdraws the question", async () => {
    const desk = await start("add one, ask count");
    await desk.say("drop count");
    expect(await desk.question("count")).toMatchObject({ status: "withdrawn" });
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
    expect(await desk.run()).not.toHaveProperty("open_questions");
    await desk.answer({ [(await desk.question("count")).id]: 3 });
    expect((await desk.dispositions())[1]).toEqual({ kind: "refused", reason: "invalid_answer" });
  });

  test("an answer without words to a run that asks nothing is refused, and makes no version", async () => {
    const desk = await start("add one");
    await desk.say("", { answers: { topic: "x" } });
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(await desk.dispositions()).toEqual([{ kind: "refused", reason: "unknown_question" }]);
    expect(await desk.lastSaid()).toContain("no question “topic”");
  });
});

describe("the same answer again", () => {
  test("by a second click is answered like the first and changes nothing", async () => {
    const desk = await start("ask count");
    await desk.send("42", { idempotency_key: "first" });
    await desk.send("42", { idempotency_key: "second" });
    await desk.world.settle();
    const [one, two] = await desk.dispositions();
    expect(one).toMatchObject({ kind: "filled" });
    expect(two).toEqual(one);
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 1 });
    expect(desk.desk.runs.filter(({ cell }) => cell === "sheet")).toHaveLength(1);
    await desk.answer({ count: 42 });
    expect((await desk.dispositions())[2]).toEqual(one);
    expect(await desk.run()).toMatchObject({ dag_version: 1 });
  });

  test("in other words is a correction: a new version in which the step is done with it", async () => {
    const desk = await start("add one, ask count");
    await desk.say("42");
    desk.desk.runs.length = 0;
    await desk.answer({ count: 43 });
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
    expect(await desk.delivered()).toContain('{"count":43}');
    expect(desk.desk.runs.map(({ cell }) => cell)).toEqual(["ask", "sheet"]);
    expect(await desk.question("count")).toMatchObject({ status: "answered", answer: 43 });
    const revision = await desk.world.ports.runs.readRevision(await desk.run(), 2);
    expect(revision).toMatchObject({
      reused: ["write:one"],
      caused_by: [{ became: { count: 43 }, verdict: { route: "resume_need_input" } }],
    });
  });

  test("is used by later versions without asking", async () => {
    const desk = await start("ask count");
    await desk.say("42");
    desk.desk.runs.length = 0;
    await desk.say("add two");
    expect(await desk.run()).toMatchObject({ status: "completed", dag_version: 2 });
    expect(desk.desk.runs.map(({ cell }) => cell)).toEqual(["write", "sheet"]);
    expect(await desk.delivered()).toContain('{"count":42}');
  });
});

const noUsage = { input_tokens: 0, output_tokens: 0, calls: 0 };

function never(): never {
  throw new Error("nothing there");
}
