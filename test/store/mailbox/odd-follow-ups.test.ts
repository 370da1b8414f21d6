import { afterEach, beforeEach, expect, test } from "vitest";
import { report } from "../../../agents/report/report.ts";
import { say, TestApi } from "../../support/api.ts";
import { bridge } from "../../support/bridge.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { localModel } from "../../support/local-model.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

async function setup() {
  const world = new World(table, [report], localModel);
  const api = new TestApi(world);
  const ada = api.as("ada");
  const input = "Write a report on the bridge with two points";
  const { body } = await ada.post("/api/runs", { body: { agent: "report", input, sources: [bridge] } });
  await world.settle();
  const path = `/api/runs/${body.id}/messages`;
  const observed = async () => {
    const { items } = (await ada.get(`/api/runs/${body.id}/events?limit=100`)).body;
    return items.filter(({ type }: { type: string }) => type === "react_observation").slice(1);
  };
  const revisions = async () => (await ada.get(`/api/runs/${body.id}/revisions`)).body.items;
  return { world, api, ada, path, id: body.id, session_id: body.session_id, observed, revisions };
}

test("a time that a client sends along is refused; order is the server's number", async () => {
  const { ada, path, world, observed } = await setup();
  const sent = await ada.post(path, {
    body: { content: { text: "Make it a table" }, created_at: "2020-01-01T00:00:00Z" },
  });
  expect(sent.status).toBe(422);
  await ada.post(path, say("Make it a table"));
  await ada.post(path, say("Keep it short"));
  await world.settle();
  const seqs = (await observed()).map(({ seq }: { seq: number }) => seq);
  expect(seqs).toEqual([...seqs].sort((one, other) => one - other));
  expect(seqs).toHaveLength(2);
});

test("as many messages as were acknowledged have ended, and what was refused says why", async () => {
  const { ada, path, world, observed } = await setup();
  const texts = ["Make it a table", "   ", "no, the other one", "Why is the first point true?", "x".repeat(300_000)];
  const statuses: number[] = [];
  for (const text of texts) {
    statuses.push((await ada.post(path, say(text))).status);
    await world.settle();
  }
  expect(statuses).toEqual([202, 422, 202, 202, 413]);
  const ended = (await observed()).map(
    ({ payload }: { payload: { disposition: { kind: string } } }) => payload.disposition,
  );
  expect(ended).toHaveLength(3);
  expect(ended.map(({ kind }: { kind: string }) => kind)).toEqual(["merged", "merged", "answered"]);
});

test("a follow-up to an archived conversation is refused, and nothing of it is kept", async () => {
  const { ada, path, session_id, observed } = await setup();
  await ada.post(`/api/sessions/${session_id}/archive`);
  expect(await ada.post(path, say("Make it a table"))).toMatchObject({
    status: 409,
    body: { code: "session_archived" },
  });
  expect(await observed()).toEqual([]);
});

test.each([
  ["Vertiefe den zweiten Punkt", { expanded: [{}] }],
  ["Fais-en un tableau", { format: "table" }],
  ["hazlo más corto", { length: "short" }],
  ["aggiungi una sezione sui costi", { sections: ["costi"] }],
])("a follow-up in another language than the conversation does what it says: %s", async (text, brief) => {
  const { ada, path, world, revisions } = await setup();
  await ada.post(path, say(text));
  await world.settle();
  expect((await revisions()).at(-1).brief).toMatchObject({ ...brief, language: "en" });
});

test("a figure that is not in the result is not made up: what the sources hold of it is added, or that they hold none", async () => {
  const { ada, path, world, observed, revisions, id } = await setup();
  await ada.post(path, say("How many tonnes does the bridge weigh?"));
  await world.settle();
  const [{ payload }] = await observed();
  expect(payload.verdict).toMatchObject({ route: "revise_run" });
  expect(payload.disposition).toEqual({ kind: "merged", dag_version: 2 });
  expect(await revisions()).toHaveLength(2);
  const { delivery_id } = (await ada.get(`/api/runs/${id}`)).body;
  const { content } = (await ada.get(`/api/runs/${id}/artifacts/${delivery_id}`)).body;
  type Section = { readonly claims: readonly { readonly text: string }[] };
  const words = content.sections.flatMap(({ claims }: Section) => claims.map(({ text }) => text)).join(" ");
  const known = bridge.text.match(/\d[\d,]*/g) ?? [];
  for (const figure of words.match(/\d[\d,]*/g) ?? []) expect(known).toContain(figure);
  expect(words).not.toMatch(/tonnes/);
});
