import { expect, test } from "vitest";
import type { Wake } from "../../../shared/contracts/wake.ts";
import { operatorScope } from "../../../shared/runtime/http-handler.ts";
import { type ApiSetup, useApi } from "../../support/api.ts";

const setup = useApi();

/** Puts a wake into the session of a run, as a turn of the agent would. */
async function scheduled(
  { world }: ApiSetup,
  run: { readonly id: string; readonly session_id: string },
  more: Partial<Wake> & Pick<Wake, "reason">,
): Promise<Wake> {
  const followup_id = `fu_${world.ids.ulid()}`;
  const wake: Wake = {
    followup_id,
    session_id: run.session_id,
    owner: "ada",
    from_agent: "memo",
    target: "memo",
    context: { step: 2 },
    when: "+30m",
    fires_at: world.clock.now() + 1_800_000,
    status: "scheduled",
    depth: 1,
    root_id: followup_id,
    scheduled_by_turn: 1,
    scheduled_by_version: 1,
    anchor: { channel: null, run_id: run.id, event_id: null },
    created_at: world.clock.now(),
    ...more,
  };
  const outcome = await world.ports.ledger.commit({
    session_id: run.session_id,
    at: world.clock.now(),
    mailbox: { wakes: { delta: 1, target: wake.target, cap: 20, alone: false } },
    events: [],
    writes: [{ kind: "wake_new", wake }],
  });
  expect(outcome.kind).toBe("done");
  world.clock.advance(1);
  return wake;
}

test("pending follow-ups are listed soonest first, with exactly the fields of the source", async () => {
  const of = setup();
  const run = await of.start();
  const later = await scheduled(of, run, { reason: "Later.", fires_at: of.world.clock.now() + 7_200_000 });
  const soon = await scheduled(of, run, { reason: "Soon." });
  const { body } = await of.ada.get(`/api/followups?session_id=${run.session_id}`);
  expect(body.items.map((one: { reason: string }) => one.reason)).toEqual(["Soon.", "Later."]);
  expect(body.items[0]).toEqual({
    followup_id: soon.followup_id,
    from_agent: "memo",
    target: "memo",
    reason: "Soon.",
    context: { step: 2 },
    when: "+30m",
    fires_at: new Date(soon.fires_at).toISOString(),
    status: "scheduled",
  });
  const one = await of.ada.get(`/api/followups/${later.followup_id}?session_id=${run.session_id}`);
  expect(one).toMatchObject({ status: 200, body: { reason: "Later." } });
});

test("a follow-up is cancelled once and for all, and by its owner alone", async () => {
  const of = setup();
  const run = await of.start();
  const wake = await scheduled(of, run, { reason: "Soon." });
  const url = `/api/followups/${wake.followup_id}?session_id=${run.session_id}`;
  expect(await of.eve.delete(url)).toMatchObject({ status: 404 });
  for (const _ of [1, 2])
    expect(await of.ada.delete(url)).toMatchObject({ status: 200, body: { status: "cancelled" } });
  expect(await of.ada.get(url)).toMatchObject({ status: 200, body: { status: "cancelled" } });
  expect((await of.ada.get(`/api/followups?session_id=${run.session_id}`)).body.items).toEqual([]);
});

test("a follow-up that was dropped cannot be cancelled, and the answer shows it", async () => {
  const of = setup();
  const run = await of.start();
  const wake = await scheduled(of, run, { reason: "Soon." });
  await of.ada.post(`/api/sessions/${run.session_id}/archive`);
  const url = `/api/followups/${wake.followup_id}?session_id=${run.session_id}`;
  expect(await of.ada.delete(url)).toMatchObject({
    status: 409,
    body: { code: "followup_closed", followup: { followup_id: wake.followup_id, status: "dropped" } },
  });
});

test("the session must be named, by an id", async () => {
  const { ada } = setup();
  const missing = await ada.get("/api/followups");
  expect(missing).toMatchObject({ status: 400, body: { code: "invalid_parameter" } });
  expect(missing.body.errors).toEqual([{ parameter: "session_id", detail: "is required" }]);
  expect(await ada.get("/api/followups?session_id=1")).toMatchObject({ status: 400 });
});

test("operators see an agent's follow-ups of every session and status, newest first, page by page", async () => {
  const of = setup();
  const [first, second] = [await of.start("add one"), await of.start("add two")];
  const reasons: string[] = [];
  for (const [index, run] of [first, second, first, second, first].entries()) {
    reasons.unshift(`Reason ${index}.`);
    await scheduled(of, run, { reason: `Reason ${index}.` });
  }
  await scheduled(of, first, { reason: "Of another agent.", target: "other" });
  const operator = of.api.as("op", operatorScope);
  const seen: string[] = [];
  let next: string | null = "";
  while (next !== null) {
    const { status, body } = await operator.get(`/api/agents/memo/follow-ups?limit=2${next && `&cursor=${next}`}`);
    expect(status).toBe(200);
    seen.push(...body.items.map((one: { reason: string }) => one.reason));
    next = body.next_cursor;
  }
  expect(seen).toEqual(reasons);
});
