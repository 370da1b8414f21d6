import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answering } from "../support/answering-model.ts";
import { say, TestApi } from "../support/api.ts";
import { startDynoxide, type TestTable } from "../support/dynoxide.ts";
import { quoteAgent } from "../support/quote-agent.ts";
import { World } from "../support/world.ts";

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
