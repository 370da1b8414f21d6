import { afterAll, beforeAll, expect, test } from "vitest";
import type { Agent } from "../../../shared/agents/define-agent.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import type { Model } from "../../../shared/ports/model.ts";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { cancelRun } from "../../../shared/steps/runs/cancel-run.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { callsTools, scriptedModel } from "../../support/scripted-model.ts";
import { answers } from "../../support/talk.ts";
import { agentLike, eventsOf, settings } from "../../support/wakes.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

const schedules = callsTools(["schedule_follow_up", { description: "Check the words again.", in: "30m" }]);
let started = 0;

/** A run is asked for, and nothing has happened yet. */
async function asked(model: Model, agent: Agent = agentLike("memo"), input = "add one and check back in 30 minutes") {
  const world = new World(table, [agent], model);
  started += 1;
  const request = { owner: "ada", agent: "memo", input, sources: [], channel: null, on_busy: "revise" as const };
  const run = await startRun(world.ports, { ...request, idempotency_key: `promise ${started}` });
  if (run.kind !== "accepted") throw new Error(run.kind);
  const { run_id, session_id, event_id } = run;
  return {
    world,
    run_id,
    session_id,
    event_id,
    plan: async () => {
      for (let message = world.take("nudges"); message !== undefined; message = world.take("nudges"))
        await world.deliver(message);
    },
    say: (text: string) =>
      acceptFollowUp(world.ports, { owner: "ada", run_id, text, attachments: [], on_busy: "revise" }),
    run: () => world.ports.runs.readRun({ session_id, turn: 1 }),
    revision: (version: number) => world.ports.runs.readRevision({ session_id, turn: 1 }, version),
    wakes: () => world.ports.wakes.pendingWakes(session_id),
  };
}

test("a first request that asks to come back later gets its result and the wake, and is told of both", async () => {
  const of = await asked(scriptedModel(schedules, answers("I look again at 9:00.")));
  await of.world.settle();
  expect(await of.run()).toMatchObject({ status: "completed", dag_version: 1 });
  // What is asked for later is no part of the work.
  expect((await of.revision(1))?.brief).toMatchObject({ words: ["one"] });
  expect(await of.wakes()).toMatchObject([
    { reason: "Check the words again.", depth: 1, anchor: { run_id: of.run_id, event_id: of.event_id } },
  ]);
  const events = await eventsOf(of.world, of.session_id);
  const told = events.filter(({ payload }) => payload?.["answers"] === of.event_id);
  expect(told).toMatchObject([{ type: "message", payload: { text: "I look again at 9:00." } }]);
  expect(events.filter(({ type }) => type === "delivery")).toMatchObject([{ payload: { text: "one" } }]);
});

test("a later version keeps the promise and does not make it again", async () => {
  const model = scriptedModel(schedules, answers());
  const of = await asked(model);
  await of.world.settle();
  await of.say("add two");
  await of.world.settle();
  expect((await of.revision(2))?.reused).toEqual(["promise", "write:one"]);
  expect(await of.wakes()).toHaveLength(1);
  expect(model.requests).toHaveLength(2);
});

test("a version that comes before the promise was made makes it once", async () => {
  const model = scriptedModel(schedules, answers());
  const of = await asked(model);
  await of.plan();
  await of.say("add two");
  await of.plan();
  await of.world.settle();
  expect(await of.run()).toMatchObject({ status: "completed", dag_version: 2 });
  expect(await of.wakes()).toHaveLength(1);
  expect(model.requests).toHaveLength(2);
});

test("a run that is canceled before promises nothing", async () => {
  const of = await asked(scriptedModel());
  await of.plan();
  await cancelRun(of.world.ports, { owner: "ada", session_id: of.session_id, turn: 1, work: "keep" });
  await of.world.settle();
  expect(await of.wakes()).toEqual([]);
});

test("a run that is canceled while the promise is being made promises nothing", async () => {
  const script = scriptedModel(schedules, answers());
  let cancel = async (): Promise<unknown> => undefined;
  const of = await asked({
    call: async (request) => {
      await cancel();
      return script.call(request);
    },
  });
  cancel = () => cancelRun(of.world.ports, { owner: "ada", session_id: of.session_id, turn: 1, work: "keep" });
  await expect(of.world.settle()).rejects.toMatchObject({ code: "run_over" });
  await of.world.settle();
  expect(script.requests).toHaveLength(2);
  expect(await of.wakes()).toEqual([]);
});

test("a promise that cannot be made fails the run like any other step", async () => {
  const refused = () => Promise.reject(new Fault("model_refused_request", "reject", { reason: "access_missing" }));
  const of = await asked({ call: refused });
  await of.world.settle();
  expect(await of.run()).toMatchObject({ status: "failed", failure: { code: "model_refused_request" } });
});

test("an agent that never schedules takes the words as they are", async () => {
  const of = await asked(scriptedModel(), agentLike("memo", { follow_ups: settings({ enabled: false }) }));
  await of.world.settle();
  expect((await of.revision(1))?.nodes.map(({ step_id }) => step_id)).not.toContain("promise");
  expect(await of.run()).toMatchObject({ status: "completed" });
});
