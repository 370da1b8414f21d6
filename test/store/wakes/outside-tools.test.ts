import { expect, test } from "vitest";
import { operatorScope } from "../../../shared/runtime/http-handler.ts";
import { outsideTool } from "../../../shared/steps/wakes/outside-tool.ts";
import { type ApiSetup, useApi } from "../../support/api.ts";
import { hour, openSession, rowOf, runsWokenBy, travel } from "../../support/wakes.ts";

const setup = useApi();

/** Calls a tool from outside, as the application of `ada` unless said otherwise. */
async function call(
  { world }: ApiSetup,
  session_id: string | null,
  more: { readonly tool?: string; readonly input?: object; readonly owner?: string | null; readonly key?: string } = {},
) {
  const {
    tool = "schedule_follow_up",
    input = { description: "Look again.", in: "2h" },
    owner = "ada",
    key = "r1",
  } = more;
  const outcome = await outsideTool(world.ports, { tool, input: { ...input }, owner, session_id }, key);
  return { ok: outcome.ok, said: JSON.parse(outcome.text) };
}

/** A session of ada's in which something was said. */
async function withRun() {
  const of = setup();
  const { session_id } = await of.start();
  await of.world.settle();
  return { of, session_id };
}

test("an agent elsewhere schedules, lists and cancels in the conversation that its application names", async () => {
  const { of, session_id } = await withRun();
  const { ok, said } = await call(of, session_id);
  expect(ok).toBe(true);
  expect(await call(of, session_id, { tool: "list_follow_ups", input: {}, key: "r2" })).toMatchObject({
    said: { follow_ups: [{ id: said.id, description: "Look again.", target: "memo" }] },
  });
  const { body } = await of.ada.get(`/api/followups/${said.id}?session_id=${session_id}`);
  expect(body).toMatchObject({ from_agent: "memo", target: "memo", status: "scheduled" });
  expect(await call(of, session_id, { tool: "cancel_follow_up", input: { id: said.id }, key: "r3" })).toMatchObject({
    said: { status: "cancelled", changed: true },
  });
});

test("the other dialect has its own arguments and its own answer", async () => {
  const { of, session_id } = await withRun();
  const input = { reason: "Look again.", when: "+30m", context: { step: 2 } };
  const { said } = await call(of, session_id, { tool: "schedule_followup", input });
  expect(said).toEqual({
    followup_id: expect.stringMatching(/^fu_/),
    when: "+30m",
    fires_at: "2026-07-18T09:00:00.000Z",
    session_id,
    target: "memo",
  });
});

test("what it scheduled wakes the session's own agent in a run of this conversation", async () => {
  const { of, session_id } = await withRun();
  const { said } = await call(of, session_id);
  await travel(of.world, of.world.clock.now() + 3 * hour);
  const wake = await rowOf(of.world, { session_id, followup_id: said.id } as never);
  expect(wake.status).toBe("fired");
  expect(await runsWokenBy(of.world, wake)).toMatchObject([{ parent_turn: 1, wake: { depth: 1 } }]);
});

test("a repeat of the same call finds the first row", async () => {
  const { of, session_id } = await withRun();
  const [first, second] = [await call(of, session_id), await call(of, session_id)];
  expect(second.said.id).toBe(first.said.id);
  const other = await call(of, session_id, { key: "r2" });
  expect(other.said.id).not.toBe(first.said.id);
});

test.each([
  { what: "no owner", more: { owner: null }, says: "application" },
  { what: "somebody else as the owner", more: { owner: "eve" }, says: "There is no such conversation." },
  { what: "a tool that is none", more: { tool: "give_answer", input: {} }, says: "There is no tool" },
  {
    what: "an owner among the arguments",
    more: { input: { description: "x", in: "2h", owner: "ada" } },
    says: "owner",
  },
  { what: "a time that is none", more: { input: { description: "x", in: "soon" } }, says: "could not be read" },
])("a call with $what is refused and says why", async ({ more, says }) => {
  const { of, session_id } = await withRun();
  const { ok, said } = await call(of, session_id, more);
  expect(ok).toBe(false);
  expect(said).toMatchObject({ error: expect.stringContaining(says), now: expect.any(String) });
  expect(await of.world.ports.wakes.pendingWakes(session_id)).toEqual([]);
});

test("a session that is not named, unknown, or silent so far has nothing to come back to", async () => {
  const of = setup();
  const silent = await openSession(of.world);
  expect((await call(of, null)).said.error).toContain("application");
  expect((await call(of, "ses_1")).said.error).toContain("application");
  expect((await call(of, "ses_01J99999999999999999999999")).said.error).toBe("There is no such conversation.");
  expect((await call(of, silent)).said.error).toContain("Nothing was said");
});

test("an agent that operators switched off is refused outside too", async () => {
  const { of, session_id } = await withRun();
  await of.api.as("op-1", operatorScope).patch("/api/agents/memo", { body: { self_scheduling: false } });
  expect(await call(of, session_id)).toMatchObject({
    ok: false,
    said: { error: expect.stringContaining("switched off") },
  });
});
