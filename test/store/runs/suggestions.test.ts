import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../../shared/contracts/limits.ts";
import type { CallBounds, Model, ModelRequest } from "../../../shared/ports/model.ts";
import type { Commit } from "../../../shared/ports/stores.ts";
import { answering } from "../../support/answering-model.ts";
import { say, TestApi } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { generalMemo } from "../../support/memo-agent.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { planningModel } from "../../support/planning-model.ts";
import { quoteAgent } from "../../support/quote-agent.ts";
import { callsTools } from "../../support/scripted-model.ts";
import { silentModel } from "../../support/silent-model.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

async function setup() {
  const world = new World(table, [quoteAgent([])], answering("Bread is what it is."));
  const ada = new TestApi(world).as("ada");
  const { body } = await ada.post("/api/runs", { body: { agent: "quotes", input: "add bread" } });
  await world.settle();
  return {
    world,
    ada,
    run: async () => (await ada.get(`/api/runs/${body.id}`)).body,
    events: async (type: string): Promise<readonly { readonly payload: Record<string, unknown> }[]> =>
      (await ada.get(`/api/runs/${body.id}/events?limit=100`)).body.items.filter(
        (event: { readonly type: string }) => event.type === type,
      ),
    post: (text: string) => ada.post(`/api/runs/${body.id}/messages`, say(text)),
  };
}

const first = [
  { text: "Where does point 1 come from?", route: "direct_answer", anchor: "q_1" },
  { text: "Add eggs", route: "revise_run", anchor: null },
  { text: "Add milk", route: "revise_run", anchor: null },
];

describe("suggested follow-ups", () => {
  test("come with the delivery, with their route and anchor, and never in its text", async () => {
    const of = await setup();
    const [delivery] = await of.events("delivery");
    expect(delivery?.payload["suggestions"]).toEqual(first);
    expect(delivery?.payload["text"]).not.toMatch(/eggs|come from/);
    const run = await of.run();
    expect(run.suggestions).toEqual(first.map((one) => ({ ...one, withdrawn_by: null })));
    const artifact = (await of.ada.get(`/api/runs/${run.id}/artifacts/${run.delivery_id}`)).body;
    expect(JSON.stringify(artifact.content)).not.toMatch(/eggs|come from/);
  });

  test("are withdrawn as soon as a revision makes them pointless, and the event says so", async () => {
    const of = await setup();
    await of.post("Add eggs");
    await of.world.deliver({ queue: "nudges", body: { session_id: (await of.run()).session_id } });
    expect((await of.run()).suggestions).toMatchObject([
      { text: "Where does point 1 come from?", withdrawn_by: null },
      { text: "Add eggs", withdrawn_by: 2 },
      { text: "Add milk", withdrawn_by: null },
    ]);
    const [, revised] = await of.events("revision_committed");
    expect(revised?.payload["withdrawn_suggestions"]).toEqual(["Add eggs"]);
    await of.world.settle();
    expect((await of.run()).suggestions).toMatchObject([
      { text: "Where does point 1 come from?", withdrawn_by: null },
      { text: "Add milk", withdrawn_by: null },
      { text: "Add eggs", withdrawn_by: 2 },
    ]);
  });

  test("do what they say when they are sent", async () => {
    const of = await setup();
    for (const { text } of first) {
      await of.post(text);
      await of.world.settle();
    }
    const observed = await of.events("react_observation");
    const routes = observed.slice(1).map(({ payload }) => (payload["verdict"] as { readonly route: string }).route);
    expect(routes).toEqual(first.map(({ route }) => route));
    expect(
      (await of.run()).suggestions.filter((one: { withdrawn_by: unknown }) => one.withdrawn_by === null),
    ).toHaveLength(1);
  });
});

/** A session of an agent whose model suggests: what `suggest` does with each question for suggestions. */
function suggestedBy(suggest: (memo: MemoSession) => Model["call"]) {
  const memo = new MemoSession(table, {}, undefined, generalMemo());
  const asked: (CallBounds | undefined)[] = [];
  const call = suggest(memo);
  const model: Model = {
    call: (request, bounds) => {
      if (request.purpose !== "suggest_follow_ups") return planningModel.call(request, bounds);
      asked.push(bounds);
      return call(request, bounds);
    },
  };
  Object.assign(memo.world.ports, { model });
  return { memo, asked };
}

const suggests = async (_request: ModelRequest) => ({
  parts:
    callsTools(["suggest_follow_ups", { suggestions: [{ text: "Add a word about boats.", anchor: null }] }]).parts ??
    [],
  stop: "tool_use" as const,
  usage: { input_tokens: 3, output_tokens: 2, calls: 1 },
});

describe("suggestions that a model makes", () => {
  test("are asked for once, however often the run changes under its delivery, and are counted for it", async () => {
    const { memo, asked } = suggestedBy(() => suggests);
    const { ledger } = memo.world.ports;
    let lost = 0;
    const commit = async (change: Commit) => {
      const isDelivery = change.events.some(({ type }) => type === "delivery");
      if (!isDelivery || lost === 2) return ledger.commit(change);
      lost += 1;
      return { kind: "lost" as const, lost: ["run"] as const };
    };
    Object.assign(memo.world.ports, { ledger: { commit, writeAhead: ledger.writeAhead.bind(ledger) } });
    await memo.start("add one, add two");
    await memo.settle();
    expect(lost).toBe(2);
    expect(asked).toHaveLength(1);
    expect((await memo.run()).suggestions).toMatchObject([{ text: "Add a word about boats." }]);
    const step = { session_id: memo.session_id, turn: 1, dag_version: 1, step_id: "join" };
    expect((await memo.world.ports.runs.readTask(step)).spent).toMatchObject({ calls: 1, tokens: 5 });
  });

  test("are not waited for when the model is silent: what is done is delivered without them", async () => {
    const { memo, asked } = suggestedBy(({ world }) => silentModel(world.clock).call);
    await memo.start("add one, add two");
    const began = memo.world.clock.now();
    await memo.settle();
    expect(await memo.delivered()).toBe("one two");
    expect((await memo.run()).suggestions).toBeUndefined();
    expect(asked).toHaveLength(1);
    expect(memo.world.clock.now() - began).toBe(limits.suggestMs);
  });

  test("are not repaired when there is no time left for it", async () => {
    const { memo, asked } = suggestedBy(({ world }) => async (request) => {
      world.clock.advance(limits.suggestMs);
      return { ...(await suggests(request)), parts: [] };
    });
    await memo.start("add one, add two");
    await memo.settle();
    expect(asked).toMatchObject([{ time_ms: limits.suggestMs }]);
    expect((await memo.run()).status).toBe("completed");
  });

  test("cost nothing when the run has used up its budget", async () => {
    const { memo, asked } = suggestedBy(() => suggests);
    const [agent] = memo.world.agents;
    Object.assign(agent ?? {}, { budget: { ...agent?.budget, model_calls: 0 } });
    await memo.start("add one, add two");
    await memo.settle();
    expect(asked).toEqual([]);
    expect((await memo.run()).status).toBe("completed");
  });
});
