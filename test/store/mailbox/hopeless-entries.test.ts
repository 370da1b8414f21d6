import { afterEach, beforeEach, expect, test } from "vitest";
import { researcher } from "../../../agents/researcher/researcher.ts";
import { Fault } from "../../../shared/errors/fault.ts";
import type { Model, ModelRequest } from "../../../shared/ports/model.ts";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { answering } from "../../support/answering-model.ts";
import { TestApi } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

const ada = { owner: "ada", on_busy: "revise" as const };
const unknownUpload = [{ upload_id: "src_01J00000000000000000000404" }];

test("INV-8 a message with an upload that does not exist is refused, and what is behind it goes on", async () => {
  const world = new World(table, [memoAgent([])], answering("Because."));
  const started = await startRun(world.ports, { ...ada, agent: "memo", input: "add one", sources: [], channel: null });
  if (started.kind !== "accepted") throw new Error(started.kind);
  await world.settle();
  await acceptFollowUp(world.ports, { ...ada, run_id: started.run_id, text: "add two", attachments: unknownUpload });
  await acceptFollowUp(world.ports, { ...ada, run_id: started.run_id, text: "add three", attachments: [] });
  await world.settle();
  const run = await world.ports.runs.readRun({ session_id: started.session_id, turn: 1 });
  expect(run).toMatchObject({ status: "completed", dag_version: 2 });
  expect((await world.ports.mailboxes.read(started.session_id))?.entries).toEqual([]);
  const revision = await world.ports.runs.readRevision({ session_id: started.session_id, turn: 1 }, 2);
  expect(revision?.caused_by.map(({ text }) => text)).toEqual(["add three"]);
});

test("INV-8 a run over an upload that does not exist is refused instead of being tried for ever", async () => {
  const world = new World(table, [memoAgent([])], answering("Because."));
  const started = await startRun(world.ports, {
    ...ada,
    agent: "memo",
    input: "add one",
    sources: unknownUpload,
    channel: null,
  });
  if (started.kind !== "accepted") throw new Error(started.kind);
  await world.settle();
  expect((await world.ports.mailboxes.read(started.session_id))?.entries).toEqual([]);
  expect(await world.ports.runs.readRun({ session_id: started.session_id, turn: 1 })).toBeNull();
});

test("a run that the model refuses to plan says over HTTP what failed and what can be done", async () => {
  const refusing: Model = {
    call: async () => {
      throw new Fault("model_refused_request", "reject", { reason: "access_missing", model_id: "some.model" });
    },
  };
  const world = new World(table, [researcher], refusing);
  const api = new TestApi(world).as("ada");
  const { body } = await api.post("/api/runs", { body: { agent: "researcher", input: "Find out." } });
  await world.settle();
  const failure = {
    code: "model_refused_request",
    message: expect.stringMatching(/^The run could not be planned: .*model.*What you can do: .*tell whoever runs/),
  };
  expect((await api.get(`/api/runs/${body.id}`)).body).toMatchObject({ status: "failed", failure });
  const { items } = (await api.get(`/api/runs/${body.id}/events`)).body;
  expect(items.at(-1)).toMatchObject({ type: "run_failed", payload: { dag_version: 0, failure } });
  expect(JSON.stringify(items)).not.toContain("some.model");
});

test("a plan that does not fit what a model can say is refused at once, with what can be done", async () => {
  const asked: ModelRequest[] = [];
  const cutOff: Model = {
    call: async (request) => {
      asked.push(request);
      const usage = { input_tokens: 1, output_tokens: request.max_tokens, calls: 1 };
      return { parts: [{ type: "text", text: "I begin with" }], stop: "max_tokens", usage };
    },
  };
  const world = new World(table, [researcher], cutOff);
  const api = new TestApi(world).as("ada");
  const { body } = await api.post("/api/runs", { body: { agent: "researcher", input: "Find out everything." } });
  await world.settle();
  const failure = { code: "model_unusable", message: expect.stringMatching(/longer than it can .*ask for less/) };
  expect((await api.get(`/api/runs/${body.id}`)).body).toMatchObject({ status: "failed", failure });
  // A plan of a hundred nodes is 8,000 tokens.
  expect(asked.map(({ purpose, max_tokens }) => ({ purpose, max_tokens }))).toEqual([
    { purpose: "make_plan", max_tokens: 10_000 },
    { purpose: "make_plan", max_tokens: 10_000 },
  ]);
});

test("a run whose agent was removed from the deployment fails with that reason", async () => {
  const agents = [memoAgent([])];
  const world = new World(table, agents, answering("Because."));
  const started = await startRun(world.ports, { ...ada, agent: "memo", input: "add one", sources: [], channel: null });
  if (started.kind !== "accepted") throw new Error(started.kind);
  const nudge = world.take("nudges");
  if (nudge === undefined) throw new Error("no nudge");
  await world.deliver(nudge);
  agents.pop();
  await world.settle();
  const run = await world.ports.runs.readRun({ session_id: started.session_id, turn: 1 });
  expect(run).toMatchObject({ status: "failed", failure: { code: "agent_removed" } });
});
