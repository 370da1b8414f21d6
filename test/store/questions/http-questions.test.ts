import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { report } from "../../../agents/report/report.ts";
import { answering } from "../../support/answering-model.ts";
import { TestApi } from "../../support/api.ts";
import { deskAgent, newDesk } from "../../support/desk-agent.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { exampleSources } from "../../support/example-sources.ts";
import { localModel } from "../../support/local-model.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

function setup() {
  const world = new World(table, [deskAgent(newDesk()), report], answering("It is needed."));
  const api = new TestApi(world);
  return { world, ada: api.as("ada"), eve: api.as("eve") };
}

/** Starts a run and works until it asks or ends. */
async function started({ world, ada }: ReturnType<typeof setup>, body: object) {
  const { status, body: run } = await ada.post("/api/runs", { body });
  expect(status).toBe(202);
  await world.settle();
  return { ...run, url: `/api/runs/${run.id}` };
}

const say = (text: string, answers?: object) => ({ body: { content: { text }, ...(answers ? { answers } : {}) } });

describe("a run that asks, over HTTP", () => {
  test("is answered under names of JavaScript's own as under any that nobody asked for", async () => {
    const of = setup();
    const run = await started(of, { agent: "desk", input: "ask count" });
    for (const name of ["constructor", "toString", "hasOwnProperty", "other"]) {
      const sent = await of.ada.post(`${run.url}/messages`, say("Here.", { [name]: { name: "Set" } }));
      expect(sent).toMatchObject({ status: 202 });
    }
    await of.world.settle();
    expect((await of.ada.get(run.url)).body).toMatchObject({ status: "awaiting_input" });
    const { items } = (await of.ada.get(`/api/sessions/${run.session_id}/mailbox`)).body;
    expect(items).toEqual([]);
  });

  test("says so, shows its questions, and goes on with an answer by name", async () => {
    const of = setup();
    const run = await started(of, { agent: "desk", input: "ask count, ask size" });
    const { body } = await of.ada.get(run.url);
    expect(body).toMatchObject({ status: "awaiting_input", delivery_id: null });
    const { items } = (await of.ada.get(`${run.url}/questions`)).body;
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(["count", "size"]);
    expect(items.map(({ id }: { id: string }) => id).sort()).toEqual([...body.open_question_ids].sort());
    const size = items.find(({ name }: { name: string }) => name === "size");
    expect(size).toMatchObject({
      run_id: run.id,
      text: "Which size?",
      schema: { type: "string", enum: ["small", "large"] },
      default: "small",
      expires_at: expect.stringMatching(/Z$/),
      status: "open",
      answered_by: null,
    });
    const tasks = (await of.ada.get(`${run.url}/tasks`)).body.items;
    expect(tasks).toContainEqual(
      expect.objectContaining({ step_id: "ask:size", status: "pending", waiting_input: [size.id] }),
    );
    const sent = await of.ada.post(`${run.url}/messages`, say("Here you are.", { count: 3, [size.id]: "large" }));
    expect(sent.status).toBe(202);
    expect((await of.ada.get(run.url)).body.status).toBe("planned");
    await of.world.settle();
    expect((await of.ada.get(run.url)).body).toMatchObject({ status: "completed", open_question_ids: [] });
    expect((await of.ada.get(`${run.url}/questions`)).body.items).toMatchObject([
      { status: "answered", answered_by: sent.body.event_id },
      { status: "answered", answered_by: sent.body.event_id },
    ]);
  });

  test("is answered as was said: the words of an answer by name are not edited, and say why", async () => {
    const of = setup();
    const run = await started(of, { agent: "desk", input: "ask count" });
    const { body } = await of.ada.post(`${run.url}/messages`, say("40", { count: 40 }));
    const entry = `/api/sessions/${run.session_id}/mailbox/${body.event_id}`;
    expect(await of.ada.patch(entry, { body: { text: "50" } })).toMatchObject({
      status: 409,
      body: { code: "entry_has_answers", detail: expect.stringContaining("Withdraw it") },
    });
    expect(await of.eve.patch(entry, { body: { text: "50" } })).toMatchObject({ status: 404 });
    const { items } = (await of.ada.get(`/api/sessions/${run.session_id}/mailbox`)).body;
    expect(items).toMatchObject([{ text: "40", answers: { count: 40 } }]);
    expect(await of.ada.delete(entry)).toMatchObject({ status: 204 });
    await of.ada.post(`${run.url}/messages`, say("50", { count: 50 }));
    await of.world.settle();
    expect((await of.ada.get(`${run.url}/questions`)).body.items).toMatchObject([{ status: "answered", answer: 50 }]);
    expect(await of.ada.patch(entry, { body: { text: "60" } })).toMatchObject({ body: { code: "entry_taken" } });
  });

  test("shows what it asks in the conversation, and what became of the answer", async () => {
    const of = setup();
    const run = await started(of, { agent: "desk", input: "ask count" });
    await of.ada.post(`${run.url}/messages`, say("42"));
    await of.world.settle();
    const { items } = (await of.ada.get(`/api/sessions/${run.session_id}/messages`)).body;
    const said = items.map(({ role, text, disposition }: Record<string, unknown>) => ({ role, text, disposition }));
    expect(said).toContainEqual({ role: "assistant", text: "How many copies?", disposition: null });
    expect(said).toContainEqual({ role: "user", text: "42", disposition: expect.objectContaining({ kind: "filled" }) });
    const { items: events } = (await of.ada.get(`${run.url}/events?limit=100`)).body;
    const types = events.map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(["question_opened", "run_awaiting_input", "question_answered"]));
    expect(events.map(({ seq }: { seq: number }) => seq)).toEqual([...events.keys()].map((index) => index + 1));
  });

  test("shows nothing of it to anybody else, and takes no answer from them", async () => {
    const of = setup();
    const run = await started(of, { agent: "desk", input: "ask delete" });
    expect(await of.eve.get(`${run.url}/questions`)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await of.eve.post(`${run.url}/messages`, say("yes"))).toMatchObject({ status: 404 });
    expect(await of.ada.get(`/api/runs/${run.id.slice(0, -1)}9/questions`)).toMatchObject({ status: 404 });
    await of.world.settle();
    expect((await of.ada.get(run.url)).body.status).toBe("awaiting_input");
  });

  test("has no questions before it has started", async () => {
    const of = setup();
    const { body } = await of.ada.post("/api/runs", { body: { agent: "desk", input: "ask count" } });
    expect(await of.ada.get(`/api/runs/${body.id}/questions`)).toMatchObject({ status: 200, body: { items: [] } });
  });

  test("can be canceled while it waits", async () => {
    const of = setup();
    const run = await started(of, { agent: "desk", input: "ask count" });
    expect(await of.ada.post(`${run.url}/cancel`)).toMatchObject({ status: 200, body: { status: "canceled" } });
    expect((await of.ada.get(`${run.url}/questions`)).body.items).toMatchObject([{ status: "withdrawn" }]);
  });
});

describe("the report agent", () => {
  test("asks for the topic when nothing says it, and writes about what is answered", async () => {
    const of = setup();
    of.world.ports.model.call = localModel.call;
    const { sources, readSource } = exampleSources();
    const inline = await Promise.all(
      sources.map(async ({ id, name, media_type }) => ({ name, media_type, text: await readSource(id) })),
    );
    const run = await started(of, { agent: "report", input: "Write a report.", sources: inline });
    const [question] = (await of.ada.get(`${run.url}/questions`)).body.items;
    expect(question).toMatchObject({
      name: "topic",
      text: expect.stringContaining("“iowa electricity”"),
      status: "open",
    });
    await of.ada.post(`${run.url}/messages`, say("What do you mean?"));
    await of.world.settle();
    expect((await of.ada.get(run.url)).body).toMatchObject({ status: "awaiting_input", dag_version: 1 });
    await of.ada.post(`${run.url}/messages`, say("The energy crisis"));
    await of.world.settle();
    const { body } = await of.ada.get(run.url);
    expect(body).toMatchObject({ status: "completed", dag_version: 2 });
    const delivery = await of.ada.get(`${run.url}/artifacts/${body.delivery_id}`);
    expect(delivery.body.content.title).toBe("The energy crisis");
  });
});
