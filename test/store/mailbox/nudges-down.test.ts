import { expect, test } from "vitest";
import { limits } from "../../../shared/contracts/limits.ts";
import { operatorScope } from "../../../shared/runtime/http-handler.ts";
import { type ApiSetup, say, useApi } from "../../support/api.ts";
import { hour, minute, openSession, runsWokenBy, scheduled } from "../../support/wakes.ts";

const setup = useApi();

/** From now on no nudge can be sent, until the queue is back. */
function takeDown({ world }: ApiSetup): () => void {
  const { queues } = world.ports;
  const { nudge } = queues;
  const down = async () => {
    throw Object.assign(new Error("SQS is down"), { name: "ServiceUnavailable", $fault: "server", $metadata: {} });
  };
  Object.assign(queues, { nudge: down });
  return () => void Object.assign(queues, { nudge });
}

/** Nothing is on its way; the sweeper alone goes on with what was taken. */
async function swept({ world }: ApiSetup, up: () => void): Promise<void> {
  up();
  expect(world.pending).toEqual([]);
  await world.advance(limits.attentionMs + minute);
}

test("a follow-up whose nudge fails is accepted, and folded by the sweeper", async () => {
  const of = setup();
  const run = await of.start();
  await of.world.settle();
  const up = takeDown(of);
  const answer = await of.ada.post(`/api/runs/${run.id}/messages`, say("add three"));
  expect(answer).toMatchObject({ status: 202, body: { event_id: expect.any(String) } });
  expect(of.api.lines.filter(({ level }) => level !== "info")).toEqual([
    {
      level: "warn",
      code: "nudge_failed",
      session_id: run.session_id,
      error: "ServiceUnavailable",
      where: expect.any(String),
    },
  ]);
  await swept(of, up);
  const { body } = await of.ada.get(`/api/runs/${run.id}`);
  expect(body).toMatchObject({ status: "completed", dag_version: 2, waiting: 0 });
});

test("a run whose nudge fails is accepted, in a new session and in one that is there, and started by the sweeper", async () => {
  const of = setup();
  const up = takeDown(of);
  const first = await of.start();
  const { session_id } = first;
  const body = { agent: "memo", input: "add two", session_id, on_busy: "enqueue" };
  const second = await of.ada.post("/api/runs", { body });
  expect(second).toMatchObject({ status: 202, body: { session_id } });
  await swept(of, up);
  for (const { id } of [first, second.body])
    expect((await of.ada.get(`/api/runs/${id}`)).body).toMatchObject({ status: "completed" });
});

test("what waits is edited and moved although the nudge fails, and goes on by the sweeper", async () => {
  const of = setup();
  const run = await of.start();
  await of.world.settle();
  const up = takeDown(of);
  const messages = `/api/runs/${run.id}/messages`;
  const later = (text: string) => ({ body: { content: { text }, on_busy: "enqueue" } });
  const { body: three } = await of.ada.post(messages, later("add three"));
  const { body: four } = await of.ada.post(messages, later("add four"));
  const entry = ({ event_id }: { event_id: string }) => `/api/sessions/${run.session_id}/mailbox/${event_id}`;
  expect(await of.ada.patch(entry(three), { body: { text: "add five" } })).toMatchObject({ status: 204 });
  expect(await of.ada.patch(entry(four), { body: { position: 1 } })).toMatchObject({ status: 204 });
  await swept(of, up);
  expect((await of.ada.get(`/api/runs/${run.id}`)).body).toMatchObject({ status: "completed", waiting: 0 });
});

test("a run is canceled although the nudge for what waits behind it fails, which goes on by the sweeper", async () => {
  const of = setup();
  const run = await of.start();
  const nudge = of.world.take("nudges");
  if (nudge !== undefined) await of.world.deliver(nudge);
  of.world.pending.splice(0);
  const up = takeDown(of);
  const body = { agent: "memo", input: "add two", session_id: run.session_id, on_busy: "enqueue" };
  const next = await of.ada.post("/api/runs", { body });
  expect(await of.ada.post(`/api/runs/${run.id}/cancel`)).toMatchObject({ status: 200, body: { status: "canceled" } });
  await swept(of, up);
  expect((await of.ada.get(`/api/runs/${next.body.id}`)).body).toMatchObject({ status: "completed" });
});

test("a session is deleted although the nudge fails, and its rows are removed by the sweeper", async () => {
  const of = setup();
  const { session_id } = await of.start();
  await of.world.settle();
  const up = takeDown(of);
  expect(await of.ada.delete(`/api/sessions/${session_id}`)).toMatchObject({ status: 204 });
  await swept(of, up);
  expect(await of.world.ports.removals.left(session_id as `ses_${string}`)).toEqual([]);
});

test("a wake is fired although the nudge fails, once and again, and starts its run by the sweeper", async () => {
  const of = setup();
  const session_id = await openSession(of.world);
  const wake = await scheduled(of.world, session_id, { inMs: 2 * hour });
  const up = takeDown(of);
  const url = `/api/agents/memo/follow-ups/${wake.followup_id}/fire?session_id=${session_id}`;
  const operator = of.api.as("op-1", operatorScope);
  expect(await operator.post(url)).toMatchObject({ status: 202, body: { rung_at: expect.any(String) } });
  expect(await operator.post(url)).toMatchObject({ status: 202 });
  await swept(of, up);
  expect(await runsWokenBy(of.world, wake)).toHaveLength(1);
});
