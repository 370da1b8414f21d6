import { expect, test } from "vitest";
import { operatorScope } from "../../../shared/runtime/http-handler.ts";
import { schedulingTools } from "../../../shared/steps/wakes/scheduling-tools.ts";
import { type ApiSetup, useApi } from "../../support/api.ts";
import { ask, hour, minute, openSession, rowOf, runsWokenBy, scheduled, travel, turnIn } from "../../support/wakes.ts";

const setup = useApi();
const op = ({ api }: ApiSetup) => api.as("op-1", operatorScope);

test("an agent that is switched off is not offered the tools, its calls are refused, and on again both come back", async () => {
  const of = setup();
  const session_id = await openSession(of.world);
  const by = turnIn(of.world, session_id);
  const off = await op(of).patch("/api/agents/memo", { body: { self_scheduling: false } });
  expect(off).toMatchObject({
    status: 200,
    body: {
      self_scheduling: false,
      declared: { self_scheduling: true },
      override: { self_scheduling: false, changed_by: "op-1" },
    },
  });
  expect(await schedulingTools(of.world.ports, by)).toEqual([]);
  expect(await ask(of.world, by)).toEqual({ kind: "opted_out" });
  await op(of).patch("/api/agents/memo", { body: { self_scheduling: true } });
  expect(await schedulingTools(of.world.ports, by)).toHaveLength(3);
  expect(await ask(of.world, by)).toMatchObject({ kind: "scheduled" });
});

test("what an agent has pending when it is switched off is dropped when it is due, with the reason", async () => {
  const of = setup();
  const session_id = await openSession(of.world);
  const wake = await scheduled(of.world, session_id, { inMs: hour });
  await op(of).patch("/api/agents/memo", { body: { self_scheduling: false } });
  await travel(of.world, of.world.clock.now() + hour + minute);
  expect(await rowOf(of.world, wake)).toMatchObject({ status: "dropped", dropped_reason: "opted_out" });
  expect(await runsWokenBy(of.world, wake)).toEqual([]);
  const { body } = await op(of).get(`/api/followups/${wake.followup_id}/history?session_id=${session_id}`);
  expect(body.items.at(-1)).toMatchObject({ step: "dropped", details: { reason: "opted_out" } });
});

test("a session's own settings go before its agent's, and null gives them back", async () => {
  const of = setup();
  const session_id = await openSession(of.world);
  const url = `/api/sessions/${session_id}/self-scheduling`;
  await op(of).patch("/api/agents/memo", { body: { max_per_session: 5, max_depth: 3 } });
  expect((await op(of).patch(url, { body: { max_per_session: 1 } })).body).toMatchObject({
    max_per_session: 1,
    max_depth: 3,
    override: { max_per_session: 1 },
  });
  expect(await ask(of.world, turnIn(of.world, session_id))).toMatchObject({ kind: "scheduled" });
  expect(await ask(of.world, turnIn(of.world, session_id))).toMatchObject({ kind: "cap_reached", max: 1 });
  expect((await op(of).patch(url, { body: { max_per_session: null } })).body).toMatchObject({ max_per_session: 5 });
  expect((await op(of).get(url)).body).toMatchObject({ max_per_session: 5, override: { changed_by: "op-1" } });
});

test("settings of a session whose agent is not there any more are refused, and nothing is changed", async () => {
  const of = setup();
  const session_id = await openSession(of.world, "gone");
  const url = `/api/sessions/${session_id}/self-scheduling`;
  expect(await op(of).patch(url, { body: { self_scheduling: false } })).toMatchObject({ status: 404 });
  expect(await of.world.operations.readOverride({ session_id })).toBeNull();
  expect((await op(of).get("/api/operations/actions")).body.items).toEqual([]);
});

test("changes of two operators at once are both kept, and both recorded", async () => {
  const of = setup();
  const changes = [{ max_depth: 2 }, { max_per_session: 7 }, { self_scheduling: false }, { max_context_bytes: 100 }];
  await Promise.all(
    changes.map((body, index) => of.api.as(`op-${index}`, operatorScope).patch("/api/agents/memo", { body })),
  );
  expect((await op(of).get("/api/agents/memo")).body).toMatchObject(Object.assign({}, ...changes));
  const { body } = await op(of).get("/api/operations/actions");
  expect(body.items.map(({ details }: { details: object }) => details)).toHaveLength(4);
});

test("what is no change, no agent or no session is refused", async () => {
  const of = setup();
  const session_id = `ses_${of.world.ids.ulid()}`;
  for (const body of [{}, { max_depth: -1 }, { max_per_session: 0 }, { enabled: false }]) {
    expect(await op(of).patch("/api/agents/memo", { body })).toMatchObject({ status: 422 });
  }
  expect(await op(of).patch("/api/agents/nobody", { body: { max_depth: 1 } })).toMatchObject({ status: 404 });
  const url = `/api/sessions/${session_id}/self-scheduling`;
  expect(await op(of).patch(url, { body: { max_depth: 1 } })).toMatchObject({ status: 404 });
  expect(await op(of).get(url)).toMatchObject({ status: 404 });
});
