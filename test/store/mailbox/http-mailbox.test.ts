import { describe, expect, test } from "vitest";
import { SessionId } from "../../../shared/contracts/ids.ts";
import { wakeEventId } from "../../../shared/domain/wakes/wake-event-id.ts";
import { say, useApi } from "../../support/api.ts";
import { minute, runsWokenBy, scheduled } from "../../support/wakes.ts";

const setup = useApi();

/** A run that goes on, with three messages that wait for its end. */
async function waiting() {
  const of = setup();
  const run = await of.start();
  await of.world.settle();
  await of.ada.post(`/api/runs/${run.id}/messages`, say("add three"));
  const nudge = of.world.take("nudges");
  if (nudge !== undefined) await of.world.deliver(nudge);
  const ids: string[] = [];
  for (const text of ["add a", "add b", "add c"]) {
    const { body } = await of.ada.post(`/api/runs/${run.id}/messages`, {
      body: { content: { text }, on_busy: "enqueue" },
    });
    ids.push(body.event_id);
  }
  const url = `/api/sessions/${run.session_id}/mailbox`;
  const texts = async () => (await of.ada.get(url)).body.items.map(({ text }: { text: string }) => text);
  return { ...of, run, ids, url, texts };
}

describe("what waits in a mailbox", () => {
  test("can be put in another order, by position and before another entry", async () => {
    const of = await waiting();
    expect(await of.texts()).toEqual(["add a", "add b", "add c"]);
    expect(await of.ada.patch(`${of.url}/${of.ids[2]}`, { body: { position: 1 } })).toMatchObject({ status: 204 });
    expect(await of.texts()).toEqual(["add c", "add a", "add b"]);
    expect(await of.ada.patch(`${of.url}/${of.ids[1]}`, { body: { before: of.ids[0] } })).toMatchObject({
      status: 204,
    });
    expect(await of.texts()).toEqual(["add c", "add b", "add a"]);
    await of.world.settle();
    const { items } = (await of.ada.get(`/api/runs/${of.run.id}/revisions`)).body;
    expect(items.at(-1).caused_by.map(({ text }: { text: string }) => text)).toEqual(["add c", "add b", "add a"]);
  });

  test.each([
    {},
    { position: 0 },
    { position: 65 },
    { position: 1.5 },
    { position: 1, text: "add d" },
    { before: "evt_1" },
    { text: "" },
  ])("is not changed by %j", async (body) => {
    const of = await waiting();
    expect(await of.ada.patch(`${of.url}/${of.ids[0]}`, { body })).toMatchObject({ status: 422 });
    expect(await of.texts()).toEqual(["add a", "add b", "add c"]);
  });

  test("cannot be changed by somebody else, nor put before what does not wait any more", async () => {
    const of = await waiting();
    expect(await of.eve.patch(`${of.url}/${of.ids[0]}`, { body: { position: 2 } })).toMatchObject({ status: 404 });
    await of.ada.delete(`${of.url}/${of.ids[2]}`);
    expect(await of.ada.patch(`${of.url}/${of.ids[0]}`, { body: { before: of.ids[2] } })).toMatchObject({
      status: 409,
      body: { code: "entry_taken", detail: expect.stringContaining("before") },
    });
    expect(await of.ada.patch(`${of.url}/${of.ids[2]}`, { body: { position: 1 } })).toMatchObject({ status: 409 });
    expect(await of.texts()).toEqual(["add a", "add b"]);
  });
});

test("an entry behind its turn takes no other words, and the refusal says what is allowed", async () => {
  const of = setup();
  const run = await of.start();
  await of.world.settle();
  const { body } = await of.ada.post(`/api/runs/${run.id}/messages`, say("add three and check back in 30 minutes"));
  for (const queue of ["nudges", "tasks"] as const) {
    const message = of.world.take(queue);
    if (message !== undefined) await of.world.deliver(message);
  }
  const entry = `/api/sessions/${run.session_id}/mailbox/${body.event_id}`;
  expect(await of.ada.patch(entry, { body: { text: "add four and check back in 30 minutes" } })).toMatchObject({
    status: 409,
    body: { code: "entry_begun", detail: expect.stringContaining("Withdraw it and send another") },
  });
  expect(await of.ada.patch(entry, { body: { position: 1 } })).toMatchObject({ status: 204 });
  expect(await of.ada.delete(entry)).toMatchObject({ status: 204 });
});

describe("a wake in the mailbox", () => {
  /** Whatever a person may want to do to the entry of a wake. */
  const attempts = async ({ ada, url }: Awaited<ReturnType<typeof waiting>>, entry: string) => [
    await ada.patch(`${url}/${entry}`, { body: { text: "add d" } }),
    await ada.patch(`${url}/${entry}`, { body: { position: 1 } }),
    await ada.delete(`${url}/${entry}`),
  ];

  test("is not there to be edited, moved or withdrawn, while it waits and when it was taken", async () => {
    const of = await waiting();
    const wake = await scheduled(of.world, SessionId.parse(of.run.session_id), { inMs: minute });
    const { followup_id } = wake;
    of.world.clock.advance(minute);
    await of.world.deliver({ queue: "wakes", body: { session_id: wake.session_id, followup_id } });
    const entry = wakeEventId(followup_id);
    expect((await of.ada.get(of.url)).body.items).toContainEqual(expect.objectContaining({ id: entry }));
    for (const answer of await attempts(of, entry)) expect(answer).toMatchObject({ status: 404 });
    await of.world.settle();
    expect((await of.ada.get(of.url)).body.items).toEqual([]);
    for (const answer of await attempts(of, entry)) expect(answer).toMatchObject({ status: 404 });
    expect(await runsWokenBy(of.world, wake)).toHaveLength(1);
  });
});

test.each<Readonly<Record<string, string>>>([{}, { "idempotency-key": "k" }])(
  "what was taken is told from what was never there, sent with %j",
  async (headers) => {
    const of = await waiting();
    const { body } = await of.ada.post(`/api/runs/${of.run.id}/messages`, { ...say("add d"), headers });
    await of.world.settle();
    for (const [entry, status] of [
      [body.event_id, 409],
      [`evt_${"0".repeat(26)}`, 404],
    ] as const) {
      expect(await of.ada.patch(`${of.url}/${entry}`, { body: { text: "add e" } })).toMatchObject({ status });
      expect(await of.ada.patch(`${of.url}/${entry}`, { body: { position: 1 } })).toMatchObject({ status });
      expect(await of.ada.delete(`${of.url}/${entry}`)).toMatchObject({ status });
    }
  },
);

describe("canceling a run", () => {
  test.each([undefined, {}, { work: "keep" }])("with %j keeps what it made", async (body) => {
    const of = await waiting();
    const canceled = await of.ada.post(`/api/runs/${of.run.id}/cancel`, body === undefined ? {} : { body });
    expect(canceled).toMatchObject({ status: 200, body: { status: "planned" } });
    const { items } = (await of.ada.get(`/api/runs/${of.run.id}/events?limit=100`)).body;
    expect(items.filter(({ type }: { type: string }) => type === "run_canceled")).toMatchObject([
      { payload: { work: "keep" } },
    ]);
  });

  test("with discard goes on from what was delivered", async () => {
    const of = await waiting();
    expect(await of.ada.post(`/api/runs/${of.run.id}/cancel`, { body: { work: "discard" } })).toMatchObject({
      status: 200,
    });
    await of.world.settle();
    const { items } = (await of.ada.get(`/api/runs/${of.run.id}/revisions`)).body;
    expect(items.map(({ base_version }: { base_version: number }) => base_version)).toEqual([0, 1, 1]);
    expect(items.at(-1).brief.words).toEqual(["one", "two", "a", "b", "c"]);
    const dropped = (await of.ada.get(`/api/runs/${of.run.id}/tasks?dag_version=2`)).body.items;
    expect(dropped.find(({ step_id }: { step_id: string }) => step_id === "write:three").status).toBe("not_started");
  });

  test("with anything else is refused", async () => {
    const of = await waiting();
    for (const body of [{ work: "burn" }, { force: true }, "discard"]) {
      expect(await of.ada.post(`/api/runs/${of.run.id}/cancel`, { body })).toMatchObject({ status: 422 });
    }
    const broken = await of.ada.post(`/api/runs/${of.run.id}/cancel`, { rawBody: "{" });
    expect(broken).toMatchObject({ status: 400, body: { code: "malformed_json" } });
  });
});

test("a message that is not to wait is refused while a run goes on, with 409, and taken when it is over", async () => {
  const of = await waiting();
  const reject = { body: { content: { text: "add d" }, on_busy: "reject" } };
  expect(await of.ada.post(`/api/runs/${of.run.id}/messages`, reject)).toMatchObject({
    status: 409,
    body: { code: "run_busy" },
  });
  await of.world.settle();
  expect(await of.ada.post(`/api/runs/${of.run.id}/messages`, reject)).toMatchObject({ status: 202 });
});
