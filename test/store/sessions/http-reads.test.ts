import { describe, expect, test } from "vitest";
import { operatorScope } from "../../../shared/runtime/http-handler.ts";
import { say, useApi } from "../../support/api.ts";

const setup = useApi();

describe("a finished run", () => {
  test("shows its plan, its tasks and what they made, and nothing of a version that is not there", async () => {
    const of = setup();
    const run = await of.start();
    await of.world.settle();
    const url = `/api/runs/${run.id}`;
    const { items: tasks } = (await of.ada.get(`${url}/tasks`)).body;
    expect(tasks.map((task: { step_id: string }) => task.step_id).sort()).toEqual([
      "deliver",
      "join",
      "write:one",
      "write:two",
    ]);
    expect(tasks.map((task: { order_index: number }) => task.order_index)).toEqual([0, 1, 2, 3]);
    expect(tasks.every((task: { status: string }) => task.status === "done")).toBe(true);
    expect((await of.ada.get(`${url}/tasks?dag_version=2`)).body.items).toEqual([]);
    const { items: revisions } = (await of.ada.get(`${url}/revisions`)).body;
    expect(revisions).toMatchObject([{ id: `${run.id}:1`, dag_version: 1, caused_by: [{ event_id: run.event_id }] }]);
    const { delivery_id } = (await of.ada.get(url)).body;
    const { items: artifacts } = (await of.ada.get(`${url}/artifacts`)).body;
    expect(artifacts).toHaveLength(3);
    expect(artifacts[0]).not.toHaveProperty("content");
    expect(await of.ada.get(`${url}/artifacts/${delivery_id}`)).toMatchObject({
      status: 200,
      body: { id: delivery_id, content: expect.anything() },
    });
    expect(await of.ada.get(`${url}/artifacts/art_00000000000000000000000000`)).toMatchObject({ status: 404 });
    expect((await of.ada.get(`/api/sessions/${run.session_id}/memory`)).body.items).toMatchObject([
      { source_run_id: run.id, kind: "delivery", refs: [delivery_id], version: 1 },
      { id: "summary", kind: "summary", version: 2 },
    ]);
  });

  test("cannot be canceled any more", async () => {
    const of = setup();
    const run = await of.start();
    await of.world.settle();
    expect(await of.ada.post(`/api/runs/${run.id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: "run_over", run_status: "completed" },
    });
    // What waits for it will set it going again; that is not canceled by it, and must not look so.
    await of.ada.post(`/api/runs/${run.id}/messages`, say("add three"));
    expect((await of.ada.get(`/api/runs/${run.id}`)).body.status).toBe("planned");
    expect(await of.ada.post(`/api/runs/${run.id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: "run_over", run_status: "completed" },
    });
  });

  test("gives its events page by page, each once and in order", async () => {
    const of = setup();
    const run = await of.start();
    await of.world.settle();
    await of.ada.post(`/api/runs/${run.id}/messages`, say("add three"));
    const { items: all } = (await of.ada.get(`/api/runs/${run.id}/events?limit=100`)).body;
    const paged: unknown[] = [];
    let next: string | null = "";
    while (next !== null) {
      const { body } = await of.ada.get(`/api/runs/${run.id}/events?limit=2${next && `&cursor=${next}`}`);
      expect(body.items.length).toBeGreaterThan(0);
      paged.push(...body.items);
      next = body.next_cursor;
    }
    expect(paged).toEqual(all);
    const numbers = all.map((event: { seq: number }) => event.seq);
    expect(numbers).toEqual(numbers.map((_: number, index: number) => index + 1));
    const { body: conversation } = await of.ada.get(`/api/sessions/${run.session_id}/messages?limit=100`);
    const { body: first } = await of.ada.get(`/api/sessions/${run.session_id}/messages?limit=2`);
    const { body: second } = await of.ada.get(
      `/api/sessions/${run.session_id}/messages?limit=100&cursor=${first.next_cursor}`,
    );
    expect([...first.items, ...second.items]).toEqual(conversation.items);
  });
});

describe("a request that waits for events", () => {
  test("answers as soon as one comes", async () => {
    let looks = 0;
    const of = setup(async (world) => {
      looks += 1;
      if (looks === 3) await world.settle();
    });
    const run = await of.start();
    const begin = of.world.clock.now();
    const { body } = await of.ada.get(`/api/runs/${run.id}/events?after=3&wait=20`);
    expect(body.items[0]).toMatchObject({ seq: 4, type: "revision_committed" });
    expect(of.world.clock.now() - begin).toBe(750);
  });

  test("answers with nothing when its time is over", async () => {
    const of = setup();
    const run = await of.start();
    const begin = of.world.clock.now();
    expect(await of.ada.get(`/api/runs/${run.id}/events?after=3&wait=2`)).toMatchObject({
      status: 200,
      body: { items: [], next_cursor: null },
    });
    expect(of.world.clock.now() - begin).toBe(2_000);
  });

  test("does not wait when there is something already", async () => {
    const of = setup(() => expect.unreachable());
    const run = await of.start();
    expect((await of.ada.get(`/api/runs/${run.id}/events?after=1&wait=20`)).body.items).toHaveLength(2);
  });

  test("is not woken by another run of the session", async () => {
    const of = setup();
    const run = await of.start();
    await of.ada.post("/api/runs", { body: { agent: "memo", input: "add x", session_id: run.session_id } });
    expect((await of.ada.get(`/api/runs/${run.id}/events?after=3&wait=1`)).body.items).toEqual([]);
  });
});

describe("sessions", () => {
  test("are created, listed page by page and archived, and an archived one takes nothing new", async () => {
    const of = setup();
    for (const title of ["a", "b", "c"]) {
      const made = await of.ada.post("/api/sessions", { body: { agent: "memo", title, channel: { thread: title } } });
      expect(made).toMatchObject({
        status: 201,
        headers: { location: `/api/sessions/${made.body.id}` },
        body: { title, status: "active" },
      });
    }
    const titles: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const { body }: { body: { items: { title: string }[]; next_cursor: string | null } } = await of.ada.get(
        `/api/sessions?limit=2${next && `&cursor=${next}`}`,
      );
      titles.push(...body.items.map((session) => session.title));
      next = body.next_cursor;
    }
    expect(titles).toEqual(["c", "b", "a"]);
    const [{ id }] = (await of.ada.get("/api/sessions")).body.items;
    expect(await of.ada.post(`/api/sessions/${id}/archive`)).toMatchObject({
      status: 200,
      body: { id, status: "archived", channel: { thread: "c" } },
    });
    expect(await of.ada.post(`/api/sessions/${id}/archive`)).toMatchObject({
      status: 200,
      body: { status: "archived" },
    });
    const run = await of.ada.post("/api/runs", { body: { agent: "memo", input: "add one", session_id: id } });
    expect(run).toMatchObject({ status: 409, body: { code: "session_archived" } });
    const upload = await of.ada.post(`/api/sessions/${id}/uploads`, {
      body: { name: "a", media_type: "text/plain", text: "a" },
    });
    expect(upload).toMatchObject({ status: 409, body: { code: "session_archived" } });
    expect((await of.ada.get("/api/sessions")).body.items[0]).toMatchObject({ id, status: "archived" });
  });

  test("INV-9 of somebody else are not told from sessions that do not exist, on any route", async () => {
    const of = setup();
    const run = await of.start();
    const nowhere = { run: "run_01J99999999999999999999999_1", session: "ses_01J99999999999999999999999" };
    const calls = (runId: string, sessionId: string) => {
      const reads = [
        "",
        "/events",
        "/events?wait=1",
        "/tasks",
        "/revisions",
        "/artifacts",
        "/artifacts/art_00000000000000000000000000",
      ];
      const sessions = ["", "/messages", "/memory", "/mailbox"];
      const entry = `/api/sessions/${sessionId}/mailbox/${run.event_id}`;
      const fu = `fu_00000000000000000000000000?session_id=${sessionId}`;
      const { eve } = of;
      return [
        ...reads.map((path) => eve.get(`/api/runs/${runId}${path}`)),
        ...sessions.map((path) => eve.get(`/api/sessions/${sessionId}${path}`)),
        eve.get(`/api/followups?session_id=${sessionId}`),
        eve.get(`/api/followups/${fu}`),
        eve.delete(`/api/followups/${fu}`),
        eve.post(`/api/runs/${runId}/messages`, say("hi")),
        eve.post(`/api/runs/${runId}/cancel`),
        eve.post("/api/runs", { body: { agent: "memo", input: "x", session_id: sessionId } }),
        eve.post(`/api/sessions/${sessionId}/archive`),
        eve.post(`/api/sessions/${sessionId}/uploads`, { body: { name: "a", media_type: "text/plain", text: "a" } }),
        eve.patch(entry, { body: { text: "x" } }),
        eve.delete(entry),
      ];
    };
    const foreign = await Promise.all(calls(run.id, run.session_id));
    const unknown = await Promise.all(calls(nowhere.run, nowhere.session));
    expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 404));
    expect(foreign).toEqual(unknown);
    expect((await of.eve.get("/api/sessions")).body.items).toEqual([]);
  });

  test("give no cursor that another owner or another list could use", async () => {
    const of = setup();
    const run = await of.start();
    const { next_cursor } = (await of.ada.get(`/api/runs/${run.id}/events?limit=1`)).body;
    const refused = { status: 400, body: { code: "invalid_cursor" } };
    expect(await of.ada.get(`/api/sessions/${run.session_id}/messages?cursor=${next_cursor}`)).toMatchObject(refused);
    expect(await of.eve.get(`/api/runs/${run.id}/events?cursor=${next_cursor}`)).toMatchObject(refused);
    expect(await of.ada.get(`/api/runs/${run.id}/events?cursor=${next_cursor}x`)).toMatchObject(refused);
  });
});

test("operators alone see the follow-ups of an agent", async () => {
  const of = setup();
  expect(await of.ada.get("/api/agents/memo/follow-ups")).toMatchObject({ status: 403 });
  expect(await of.api.as("op", operatorScope).get("/api/agents/memo/follow-ups")).toMatchObject({
    status: 200,
    body: { items: [], next_cursor: null },
  });
});
