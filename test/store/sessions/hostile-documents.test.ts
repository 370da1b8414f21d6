import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../shared/contracts/json.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { innerWordsIn, oddNumber, oddText, oddValue } from "../../support/hostile.ts";
import { exportedWhole, livedSession } from "../../support/lived-session.ts";

const seed = 20_261_204;
const documents = 120;

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** Numbers that count from a time, which a record may have. */
const timed: Readonly<Record<string, readonly string[]>> = {
  artifact: ["max_age_ms"],
  question: ["expires_in_ms"],
  wake: ["fire_within_ms"],
};

/** A document with one thing in one of its items changed, left out or added. */
function around(whole: JsonObject, items: readonly JsonObject[]): fc.Arbitrary<JsonObject> {
  const places = (namesOf: (item: JsonObject) => readonly string[]) =>
    fc.constantFrom(...items.flatMap((item, index) => namesOf(item).map((name) => [index, name] as const)));
  const anywhere = places((item) => Object.keys(item["record"] as JsonObject));
  const numbers = places((item) => timed[String(item["kind"])] ?? []);
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.tuple(anywhere, fc.option(oddValue, { nil: undefined, freq: 8 }), oddText) },
      { weight: 1, arbitrary: fc.tuple(numbers, oddNumber, oddText) },
    )
    .map(([[at, name], value, more]) => {
      const change = (record: JsonObject): Json =>
        JSON.parse(JSON.stringify({ ...record, [name]: value, ...(value === undefined ? { [more]: more } : {}) }));
      const changed = items.map((item, index) =>
        index === at ? { ...item, record: change(item["record"] as JsonObject) } : item,
      );
      return { ...whole, items: changed };
    });
}

test(`a document that was changed anywhere is refused, or is a session like any other (seed ${seed}, ${documents} documents)`, async () => {
  const { api, ada, url, world } = await livedSession(table);
  const { whole } = await exportedWhole(ada, url);
  const eve = api.as("eve");
  const statuses = new Set<number>();
  const plain = whole as unknown as JsonObject;
  await fc.assert(
    fc.asyncProperty(around(plain, whole.items as unknown as readonly JsonObject[]), async (body) => {
      const { status, body: made } = await eve.post("/api/sessions/import", { body });
      statuses.add(status);
      expect(status, JSON.stringify([made, api.lines.at(-1)])).toBeLessThan(500);
      if (status >= 400) expect(innerWordsIn(made)).toBeNull();
      if (status !== 201) return;
      const paths = ["", "/messages", "/memory", "/mailbox", "/export"].map(
        (part) => `/api/sessions/${made.id}${part}`,
      );
      const run = `/api/runs/run_${String(made.id).slice(4)}_1`;
      const parts = ["", "/events", "/tasks", "/revisions", "/questions", "/artifacts"];
      for (const path of [...paths, ...parts.map((part) => run + part), `/api/followups?session_id=${made.id}`])
        expect((await eve.get(path)).status, `${path} ${JSON.stringify(api.lines.at(-1))}`).toBeLessThan(500);
      const said = await eve.post(`${run}/messages`, { body: { content: { text: "add another" } } });
      expect(said.status).toBeLessThan(500);
      // What a step cannot read of an artifact fails the step, like any artifact of another version would.
      for (let left = world.take(); left !== undefined; left = world.take())
        await world.deliver(left).catch(() => "failed");
    }),
    { numRuns: documents, seed },
  );
  expect([...statuses]).toEqual(expect.arrayContaining([201, 422]));
}, 90_000);
