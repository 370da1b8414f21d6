import { describe, expect, test } from "vitest";
import { say, useApi } from "../../support/api.ts";

const acknowledgement = "Follow-up received. The system will continue using the previous result and current context.";

const setup = useApi();

describe("a run that was just asked for", () => {
  test("is accepted with a place to look, and is there before anything has worked on it", async () => {
    const { ada } = setup();
    const answer = await ada.post("/api/runs", { body: { agent: "memo", input: "add one" } });
    expect(answer.status).toBe(202);
    expect(answer.headers["location"]).toBe(`/api/runs/${answer.body.id}`);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^run_\w{26}_1$/),
      session_id: expect.stringMatching(/^ses_/),
      status: "planned",
      event_id: expect.stringMatching(/^evt_/),
      seq: 1,
    });
    const run = await ada.get(answer.headers["location"] ?? "");
    expect(run).toMatchObject({
      status: 200,
      body: { id: answer.body.id, status: "planned", dag_version: 0, input: "add one" },
    });
    expect((await ada.get(`${answer.headers["location"]}/tasks`)).body).toEqual({ items: [], next_cursor: null });
    expect((await ada.get(`${answer.headers["location"]}/revisions`)).body).toEqual({ items: [], next_cursor: null });
    expect((await ada.get(`${answer.headers["location"]}/artifacts`)).body).toEqual({ items: [], next_cursor: null });
    const session = await ada.get(`/api/sessions/${answer.body.session_id}`);
    expect(session.body).toMatchObject({
      agent: "memo",
      title: "add one",
      last_run_id: answer.body.id,
      active_run_id: null,
      waiting: 1,
    });
  });

  test("can be canceled while it waits, once and again, and stays visible as canceled", async () => {
    const of = setup();
    const run = await of.start();
    for (const _ of [1, 2]) {
      const canceled = await of.ada.post(`/api/runs/${run.id}/cancel`);
      expect(canceled).toMatchObject({
        status: 200,
        body: { id: run.id, status: "canceled", input: "add one, add two" },
      });
    }
    await of.world.settle();
    expect((await of.ada.get(`/api/runs/${run.id}`)).body.status).toBe("canceled");
    expect((await of.ada.get(`/api/sessions/${run.session_id}/mailbox`)).body.items).toEqual([]);
  });

  test("is the same run when it is asked for again under the same key, and another request under it is refused", async () => {
    const of = setup();
    const headers = { "idempotency-key": "abc" };
    const first = await of.ada.post("/api/runs", { body: { agent: "memo", input: "add one" }, headers });
    const again = await of.ada.post("/api/runs", {
      body: { agent: "memo", input: "add one" },
      headers: { "idempotency-key": '"abc"' },
    });
    expect(again).toEqual(first);
    const other = await of.ada.post("/api/runs", { body: { agent: "memo", input: "add two" }, headers });
    expect(other).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });

  test("is refused for an agent that does not exist", async () => {
    const { ada } = setup();
    expect(await ada.post("/api/runs", { body: { agent: "nobody", input: "x" } })).toMatchObject({
      status: 422,
      body: { code: "unknown_agent" },
    });
  });
});

describe("a follow-up", () => {
  test("is visible at once as an observation, an acknowledgement and a progress line, and reads the same when it is taken", async () => {
    const of = setup();
    const run = await of.start();
    await of.world.settle();
    const before = (await of.ada.get(`/api/runs/${run.id}/events?limit=100`)).body.items.at(-1).seq;
    const accepted = await of.ada.post(`/api/runs/${run.id}/messages`, say("add three"));
    expect(accepted).toMatchObject({
      status: 202,
      headers: { location: `/api/runs/${run.id}` },
      body: { accepted: true, seq: before + 1, revision: "scheduled", message: acknowledgement },
    });
    const waiting = (await of.ada.get(`/api/runs/${run.id}/events?after=${before}`)).body.items;
    expect(waiting).toMatchObject([
      {
        id: accepted.body.event_id,
        seq: before + 1,
        type: "react_observation",
        payload: { kind: "user_follow_up", message: "add three", session_id: run.session_id },
      },
      { seq: before + 2, type: "message", payload: { role: "assistant", text: acknowledgement } },
      {
        seq: before + 3,
        type: "progress",
        payload: { phase: "react_revision", message: "Updating the execution plan with the new input." },
      },
    ]);
    expect((await of.ada.get(`/api/runs/${run.id}`)).body).toMatchObject({
      status: "planned",
      dag_version: 1,
      waiting: 1,
    });
    await of.world.settle();
    const taken = (await of.ada.get(`/api/runs/${run.id}/events?after=${before}&limit=3`)).body.items;
    const disposition = { kind: "merged", dag_version: 2 };
    expect(taken).toMatchObject([{ payload: { disposition } }, {}, {}]);
    expect(taken.slice(1)).toEqual(waiting.slice(1));
    expect(taken[0]).toMatchObject(waiting[0]);
    expect((await of.ada.get(`/api/runs/${run.id}`)).body).toMatchObject({
      status: "completed",
      dag_version: 2,
      waiting: 0,
    });
  });

  test("is told apart in the conversation while it waits", async () => {
    const of = setup();
    const run = await of.start("add one");
    await of.world.settle();
    await of.ada.post(`/api/runs/${run.id}/messages`, say("add two"));
    const { items } = (await of.ada.get(`/api/sessions/${run.session_id}/messages`)).body;
    const shown = items.map(({ role, text, state }: Record<string, string>) => [role, state, text]);
    expect(shown).toEqual([
      ["user", "taken", "add one"],
      ["assistant", "taken", "Request received. The system will plan the work and start."],
      ["assistant", "taken", expect.stringContaining("one")],
      ["user", "waiting", "add two"],
      ["assistant", "waiting", acknowledgement],
    ]);
    expect(items[0].disposition).toEqual({ kind: "started_run", run_id: run.id });
    expect(items[2].artifact_id).toMatch(/^art_/);
  });

  test("with a long text is shown whole in the conversation, waiting and taken", async () => {
    const of = setup();
    const run = await of.start("add one");
    await of.world.settle();
    const text = `add two ${"ä".repeat(30_000)}`;
    await of.ada.post(`/api/runs/${run.id}/messages`, say(text));
    const texts = async () => {
      const { items } = (await of.ada.get(`/api/sessions/${run.session_id}/messages`)).body;
      return items.filter((one: { role: string }) => one.role === "user").map((one: { text: string }) => one.text);
    };
    expect(await texts()).toEqual(["add one", text]);
    expect((await of.ada.get(`/api/sessions/${run.session_id}/mailbox`)).body.items).toMatchObject([
      { truncated: true },
    ]);
    await of.world.settle();
    expect(await texts()).toEqual(["add one", text]);
  });

  test("can be edited and withdrawn while it waits, and not after", async () => {
    const of = setup();
    const run = await of.start("add one");
    await of.world.settle();
    const mailbox = `/api/sessions/${run.session_id}/mailbox`;
    const first = (await of.ada.post(`/api/runs/${run.id}/messages`, say("add two"))).body;
    const second = (await of.ada.post(`/api/runs/${run.id}/messages`, say("add three"))).body;
    expect(await of.eve.patch(`${mailbox}/${first.event_id}`, { body: { text: "add evil" } })).toMatchObject({
      status: 404,
    });
    expect(await of.eve.delete(`${mailbox}/${first.event_id}`)).toMatchObject({ status: 404 });
    expect(await of.ada.patch(`${mailbox}/${first.event_id}`, { body: { text: "add four" } })).toMatchObject({
      status: 204,
    });
    expect(await of.ada.delete(`${mailbox}/${second.event_id}`)).toMatchObject({ status: 204 });
    expect((await of.ada.get(mailbox)).body.items).toMatchObject([
      { id: first.event_id, text: "add four", state: "waiting" },
    ]);
    await of.world.settle();
    expect(await of.ada.patch(`${mailbox}/${first.event_id}`, { body: { text: "x" } })).toMatchObject({
      status: 409,
      body: { code: "entry_taken" },
    });
    expect(await of.ada.delete(`${mailbox}/${second.event_id}`)).toMatchObject({
      status: 409,
      body: { code: "entry_taken" },
    });
    const { items } = (await of.ada.get(`/api/runs/${run.id}/revisions`)).body;
    expect(items).toMatchObject([{ dag_version: 1 }, { dag_version: 2, caused_by: [{ text: "add four" }] }]);
  });

  test("can be made longer than what stays in the mailbox by an edit, up to 256 KB", async () => {
    const of = setup();
    const run = await of.start("add one");
    const url = `/api/sessions/${run.session_id}/mailbox/${run.event_id}`;
    const long = `add two ${"x".repeat(10_000)}`;
    expect(await of.ada.patch(url, { body: { text: long } })).toMatchObject({ status: 204 });
    const messages = await of.ada.get(`/api/sessions/${run.session_id}/messages`);
    expect(messages.body.items[0].text).toBe(long);
    expect(await of.ada.patch(url, { body: { text: "x".repeat(262_145) } })).toMatchObject({ status: 413 });
  });

  test("to a full mailbox is refused with a time to wait", async () => {
    const of = setup();
    const run = await of.start("add one");
    const send = () => of.ada.post(`/api/runs/${run.id}/messages`, say("add x"));
    const answers = await Promise.all(Array.from({ length: 64 }, send));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(63);
    expect(answers.find(({ status }) => status !== 202)).toMatchObject({
      status: 429,
      headers: { "retry-after": "5" },
      body: { code: "mailbox_full" },
    });
  });

  test("that does not want to disturb is refused while a run goes on", async () => {
    const of = setup();
    const run = await of.start("add one");
    const body = { content: { text: "add two" }, on_busy: "reject" };
    expect(await of.ada.post(`/api/runs/${run.id}/messages`, { body })).toMatchObject({
      status: 409,
      body: { code: "run_busy" },
    });
  });

  test("names the sources it brings and those that were uploaded before", async () => {
    const of = setup();
    const run = await of.start("add one");
    const upload = await of.ada.post(`/api/sessions/${run.session_id}/uploads`, {
      body: { name: "a.csv", media_type: "text/csv", text: "a,b\n1,2\n" },
    });
    expect(upload).toMatchObject({
      status: 201,
      body: { id: expect.stringMatching(/^src_/), name: "a.csv", media_type: "text/csv", bytes: 8 },
    });
    const attachments = [{ upload_id: upload.body.id }, { name: "n", media_type: "text/plain", text: "note" }];
    await of.ada.post(`/api/runs/${run.id}/messages`, { body: { content: { text: "add two", attachments } } });
    const { items } = (await of.ada.get(`/api/sessions/${run.session_id}/mailbox`)).body;
    expect(items[1].source_ids).toEqual([upload.body.id, expect.stringMatching(/^src_/)]);
  });
});
