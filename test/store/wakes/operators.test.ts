import { expect, test } from "vitest";
import { operatorScope } from "../../../shared/runtime/http-handler.ts";
import { rescheduleWake } from "../../../shared/steps/wakes/operate-wake.ts";
import { type ApiSetup, useApi } from "../../support/api.ts";
import { hour, minute, openSession, rowOf, runsWokenBy, scheduled, travel, turnIn } from "../../support/wakes.ts";

const setup = useApi();
const op = ({ api }: ApiSetup) => api.as("op-1", operatorScope);

/** A session with one wake, due in two hours. */
async function withWake(more: Parameters<typeof scheduled>[2] = {}) {
  const of = setup();
  const session_id = await openSession(of.world);
  const wake = await scheduled(of.world, session_id, { inMs: 2 * hour, ...more });
  const url = (verb: string) => `/api/agents/memo/follow-ups/${wake.followup_id}/${verb}?session_id=${session_id}`;
  const history = async () =>
    (await op(of).get(`/api/followups/${wake.followup_id}/history?session_id=${session_id}`)).body.items.map(
      ({ step, by }: { step: string; by: { type: string; id: string | null } }) => [step, by.id ?? by.type],
    );
  return { of, operator: op(of), session_id, wake, url, history };
}

test("only a token with the operator scope opens any of these routes", async () => {
  const { of, url } = await withWake();
  const ada = of.api.as("ada");
  expect(await ada.post(url("fire"))).toMatchObject({ status: 403, body: { code: "forbidden" } });
  expect(await ada.get("/api/operations/overdue")).toMatchObject({ status: 403 });
  expect(await of.api.as(null).get("/api/agents")).toMatchObject({ status: 401 });
});

test("a wake that is fired starts its run at once, keeps its chain, and names who asked", async () => {
  const { of, operator, wake, url, history } = await withWake();
  of.world.clock.advance(minute);
  const answer = await operator.post(url("fire"));
  expect(answer).toMatchObject({ status: 202, body: { fires_at: "2026-07-18T08:31:00.000Z", depth: 1 } });
  expect(await operator.get(answer.headers["location"] ?? "")).toMatchObject({
    status: 200,
    body: { followup: { followup_id: wake.followup_id, fires_at: "2026-07-18T08:31:00.000Z" } },
  });
  await of.world.settle();
  const [run, ...others] = await runsWokenBy(of.world, wake);
  expect(others).toEqual([]);
  expect(run?.wake).toMatchObject({ depth: 1, root_id: wake.root_id });
  expect(of.world.bells.size).toBe(0);
  expect(await history()).toEqual([
    ["scheduled", "memo"],
    ["fire_requested", "op-1"],
    ["rung", "system"],
    ["fired", "system"],
  ]);
  expect(await operator.post(url("fire"))).toMatchObject({
    status: 409,
    body: { code: "followup_closed", followup: { status: "fired", run_id: expect.any(String) } },
  });
});

test("a wake that waits for the conversation is not moved, but it is looked at and can be cancelled", async () => {
  const { of, operator, session_id, url, history } = await withWake();
  await of.world.ports.mailboxes.takeLock(session_id, "somebody", of.world.clock.now());
  expect(await operator.post(url("fire"))).toMatchObject({ status: 202, body: { rung_at: expect.any(String) } });
  expect(await operator.post(url("fire"))).toMatchObject({ status: 202 });
  const later = await operator.post(url("reschedule"), { body: { in: "1h" } });
  expect(later).toMatchObject({ status: 409, body: { code: "followup_due" } });
  expect(await operator.post(url("cancel"))).toMatchObject({ status: 200, body: { status: "cancelled" } });
  expect((await history()).map(([step]: [string]) => step)).toEqual([
    "scheduled",
    "fire_requested",
    "fire_requested",
    "rung",
    "cancelled",
  ]);
});

test("a wake that is moved rings at its new time and not at its old one", async () => {
  const { of, operator, wake, url } = await withWake();
  const moved = await operator.post(url("reschedule"), { body: { at: "2026-07-18T14:00Z" } });
  expect(moved).toMatchObject({ status: 200, body: { fires_at: "2026-07-18T14:00:00.000Z", status: "scheduled" } });
  await travel(of.world, Date.UTC(2026, 6, 18, 13, 59, 59));
  expect((await rowOf(of.world, wake)).status).toBe("scheduled");
  await travel(of.world, Date.UTC(2026, 6, 18, 14, 0));
  expect((await rowOf(of.world, wake)).status).toBe("fired");
  expect(await of.world.ports.wakes.pendingWakes(wake.session_id)).toEqual([]);
});

test("a wake that is moved fires on time although its old bell stands in the way of the new one", async () => {
  const { of, wake } = await withWake();
  const { world } = of;
  const remove = () => Promise.reject(new Error("DeleteSchedule failed"));
  const set = async () => undefined;
  const ports = { ...world.ports, operations: world.operations, bells: { set, remove } };
  const { session_id, followup_id } = wake;
  const due = world.clock.now() + 3 * hour;
  await rescheduleWake(ports, { by: "op-1", agent: "memo", session_id, followup_id }, due);
  await world.advance(3 * hour + minute);
  expect(await rowOf(world, wake)).toMatchObject({ status: "fired", rung_at: due });
});

test("a wake that was moved is not watched at the time it had when its bell could not be set", async () => {
  const { of, wake, operator, url } = await withWake();
  const { world } = of;
  expect(await operator.post(url("reschedule"), { body: { in: "20d" } })).toMatchObject({ status: 200 });
  const overdue = () => world.ports.attention.overdue(wake.fires_at + hour);
  const before = await overdue();
  await world.ports.wakes.watch(wake, wake.fires_at - 90_000);
  expect(await overdue()).toEqual(before);
});

test("a ring for the old time that is under way while a wake is moved does not start it early", async () => {
  const { of, operator, wake, url } = await withWake({ inMs: 5 * minute });
  of.world.clock.advance(5 * minute);
  const stale = await rowOf(of.world, wake);
  expect(await operator.post(url("reschedule"), { body: { in: "2h" } })).toMatchObject({ status: 200 });
  const entry = { event_id: `evt_${of.world.ids.ulid()}`, kind: "wake" as const, turn: 0, text: "", hash: "h" };
  const now = of.world.clock.now();
  const origin = { type: "wake" as const, followup_id: wake.followup_id };
  const ring = of.world.ports.wakes.ring(stale, { ...entry, received_at: now, origin, on_busy: "enqueue" }, now);
  expect(await ring).toBe("already");
  await of.world.settle();
  expect((await rowOf(of.world, wake)).rung_at).toBeUndefined();
});

test("a new time is held to the same bounds as an agent's, and says which", async () => {
  const { operator, url } = await withWake();
  for (const body of [{ in: "30s" }, { in: "31d" }, { at: "2026-07-18T08:00Z" }]) {
    const answer = await operator.post(url("reschedule"), { body });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ detail: expect.stringContaining("30 days") }] } });
  }
  expect(await operator.post(url("reschedule"), { body: { in: "1h", at: "2026-07-19T08:00Z" } })).toMatchObject({
    status: 422,
  });
});

test("a wake is found only under the agent it wakes and in its own session", async () => {
  const { of, operator, wake, url, session_id } = await withWake();
  const other = await openSession(of.world);
  expect(await operator.post(url("fire").replace("/memo/", "/report/"))).toMatchObject({ status: 404 });
  expect(await operator.post(url("cancel").replace(session_id, other))).toMatchObject({ status: 404 });
  const history = `/api/followups/${wake.followup_id}/history?session_id=${other}`;
  expect(await operator.get(history)).toMatchObject({ status: 404 });
});

test("an operator's cancel is final, idempotent and recorded once", async () => {
  const { of, operator, wake, url, history } = await withWake();
  for (const _ of [1, 2]) expect(await operator.post(url("cancel"))).toMatchObject({ status: 200 });
  await travel(of.world, of.world.clock.now() + 3 * hour);
  expect(await runsWokenBy(of.world, wake)).toEqual([]);
  expect((await history()).slice(0, 2)).toEqual([
    ["scheduled", "memo"],
    ["cancelled", "op-1"],
  ]);
  const { body } = await operator.get("/api/operations/actions");
  expect(body.items).toMatchObject([{ action: "cancel", by: "op-1", followup_id: wake.followup_id }]);
});

test("a killed chain loses what is pending, and its running turn cannot add to it", async () => {
  const { of, operator, session_id, wake } = await withWake();
  const woken = { ...wake, due_at: 0, fired_at: 0, scheduled_at: 0, since_seq: 0 };
  const run = { ...turnIn(of.world, session_id).run, turn: 1, status: "running" as const, wake: woken };
  await of.world.ports.ledger.commit({
    session_id,
    at: 0,
    mailbox: {},
    events: [],
    writes: [{ kind: "run", run, expect_rev: null }],
  });
  const by = turnIn(of.world, session_id, { run, is_woken: true });
  const second = await scheduled(of.world, session_id, { by });
  const url = `/api/followup-chains/${wake.root_id}/kill?session_id=${session_id}`;
  const { status, body } = await operator.post(url);
  expect(status).toBe(200);
  expect(body.cancelled.map((one: { followup_id: string }) => one.followup_id).sort()).toEqual(
    [wake.followup_id, second.followup_id].sort(),
  );
  await expect(scheduled(of.world, session_id, { by })).rejects.toThrow("chain_killed");
  await expect(scheduled(of.world, session_id)).resolves.toMatchObject({ depth: 1 });
  expect(await operator.post(url)).toMatchObject({ status: 200, body: { cancelled: [] } });
  const inner = url.replace(wake.root_id, second.followup_id);
  expect(await operator.post(inner)).toMatchObject({ status: 404 });
  const { body: actions } = await operator.get("/api/operations/actions");
  expect(actions.items.map(({ action }: { action: string }) => action)).toEqual(["kill_chain"]);
});

test("rings that change nothing are counted by what they found, however many there are", async () => {
  const { of, operator, wake, session_id } = await withWake({ inMs: 5 * minute });
  const ring = { session_id, followup_id: wake.followup_id };
  for (let rings = 0; rings < 5; rings += 1) await of.world.deliver({ queue: "wakes", body: ring });
  await travel(of.world, of.world.clock.now() + 6 * minute);
  for (let rings = 0; rings < 3; rings += 1) await of.world.deliver({ queue: "wakes", body: ring });
  const { body } = await operator.get(`/api/followups/${wake.followup_id}/history?session_id=${session_id}`);
  const ignored = body.items.filter(({ step }: { step: string }) => step === "ring_ignored");
  expect(ignored.map(({ details }: { details: object }) => details)).toMatchObject([
    { why: "early", rings: 5 },
    { why: "already", rings: 5 },
    { why: "closed", rings: 3 },
  ]);
  expect(await runsWokenBy(of.world, wake)).toHaveLength(1);
});

test("what is overdue is listed with how long, the longest first", async () => {
  const { of, operator, wake, session_id } = await withWake({ inMs: 5 * minute });
  expect((await operator.get("/api/operations/overdue")).body.items).toEqual([]);
  of.world.clock.advance(7 * minute);
  const { body } = await operator.get("/api/operations/overdue");
  expect(body.items).toEqual([
    {
      kind: "wake",
      session_id,
      followup_id: wake.followup_id,
      since: "2026-07-18T08:35:30.000Z",
      overdue_seconds: 90,
    },
  ]);
  expect(await of.world.ports.attention.pendingWakes()).toBe(1);
});
