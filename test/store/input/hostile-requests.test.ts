import { createHash } from "node:crypto";
import { ScanCommand } from "@aws-sdk/client-dynamodb";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/contracts/json.ts";
import { operations } from "../../../shared/contracts/operations.ts";
import { routes } from "../../../shared/contracts/routes.ts";
import { canonicalJson } from "../../../shared/domain/digest.ts";
import { operatorScope } from "../../../shared/runtime/http-handler.ts";
import { answering } from "../../support/answering-model.ts";
import { TestApi } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { bodyAround, innerWordsIn, oddHeaders, oddText, spelling } from "../../support/hostile.ts";
import { send } from "../../support/http.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { World } from "../../support/world.ts";

const seed = 20_261_201;
const requestsSent = 500;

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

/** A digest of everything that is stored. */
async function stored(): Promise<string> {
  const hash = createHash("sha256");
  let from: Record<string, never> | undefined;
  do {
    const scan = new ScanCommand({ TableName: table.tableName, ExclusiveStartKey: from, ConsistentRead: true });
    const page = await table.client.send(scan);
    for (const item of page.Items ?? []) hash.update(canonicalJson(item as unknown as JsonObject));
    from = page.LastEvaluatedKey as typeof from;
  } while (from !== undefined);
  return hash.digest("hex");
}

test(`no request makes the server fail, tell of its inside or store what it refuses (seed ${seed}, ${requestsSent} requests)`, async () => {
  const world = new World(table, [memoAgent([])], answering("Because it was asked for."));
  const api = new TestApi(world);
  const ada = api.as("ada");
  const { body: run } = await ada.post("/api/runs", { body: { agent: "memo", input: "add one" } });
  const { body: spare } = await ada.post("/api/sessions", { body: { agent: "memo" } });
  await world.settle();
  const { handler, lines } = api;
  const known = { run_id: run.id, session_id: run.session_id, event_id: run.event_id, slug: "memo", queue: "wakes" };
  const followup = "fu_00000000000000000000000000";
  const ids = { artifact_id: "art_00000000000000000000000000", followup_id: followup, root_id: followup };
  const sometimes = (value: string) => fc.oneof({ weight: 6, arbitrary: fc.constant(value) }, oddText);
  const paths = fc.record(
    Object.fromEntries(Object.entries({ ...known, ...ids }).map(([key, value]) => [key, sometimes(value)])),
  );
  const query = fc.record(
    {
      session_id: sometimes(run.session_id),
      after: fc.oneof(oddText, fc.nat().map(String)),
      wait: fc.constantFrom("0", "1", "x"),
      limit: fc.constantFrom("1", "100", "0", "1e3", "-1"),
      cursor: oddText,
      dag_version: fc.oneof(oddText, fc.nat().map(String)),
      status: fc.constantFrom("fired", "open"),
      from: fc.oneof(oddText, fc.constant("2026-07-18T09:00:00Z")),
      max: fc.constantFrom("1", "101"),
    },
    { requiredKeys: [] },
  );
  const served = routes
    .filter((route) => route.function !== "openapi")
    .map(({ method, path: form }) => `${method} ${form}`);
  // Routes that take a body have the most to get wrong.
  const often = served.flatMap((route) => (operations[route]?.body === undefined ? [route] : [route, route, route]));
  const requests = fc.constantFrom(...often).chain((route) =>
    fc.record({
      route: fc.constant(route),
      path: paths,
      query: fc.oneof(
        { weight: 5, arbitrary: fc.constant({}) },
        { weight: 2, arbitrary: fc.constant({ session_id: run.session_id }) },
        query,
      ),
      body: bodyAround(route),
      spell: spelling,
      headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, oddHeaders),
      encoded: fc.constantFrom("text", "text", "text", "text", "base64", "called base64"),
      owner: fc.oneof({ weight: 8, arbitrary: fc.constant("ada") }, oddText),
      scope: fc.constantFrom("", operatorScope, operatorScope),
    }),
  );
  let before = await stored();
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(requests, async ({ spell, body, encoded, route, path, ...rest }) => {
      const text = spell(JSON.stringify(body).replaceAll('"report"', '"memo"'));
      const isBytes = typeof text !== "string" || encoded === "base64";
      const rawBody = isBytes ? Buffer.from(text).toString("base64") : text;
      const base64 = isBytes || encoded === "called base64";
      const waiting = world.pending.length;
      // An archived session would refuse everything else.
      const where = route.endsWith("/archive") ? { ...path, session_id: spare.id } : path;
      const answer = await send(handler, { ...rest, path: where, route, rawBody, base64 });
      const why = JSON.stringify([route, answer, lines.at(-1)]);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.status, why).toBeLessThan(500);
      const now = await stored();
      if (answer.status >= 400) {
        expect(answer.headers["content-type"]).toBe("application/problem+json");
        expect(innerWordsIn(answer.body), why).toBeNull();
      }
      if (answer.status >= 400 || route.startsWith("GET")) {
        expect(now, why).toBe(before);
        expect(world.pending.length, why).toBe(waiting);
      }
      before = now;
    }),
    { numRuns: requestsSent, seed },
  );
  // It would show nothing if everything was refused for the same reason, or nothing was.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 202, 400, 401, 403, 404, 415, 422]));
}, 60_000);

test("halves of surrogate pairs are replaced wherever they are in a body, for no table keeps them", async () => {
  const world = new World(table, [memoAgent([])], answering("Because it was asked for."));
  const ada = new TestApi(world).as("ada");
  const rawBody = '{"agent":"memo","title":"\\ud800 a","channel":{"\\udfff":["\\ud83d\\ude00","b\\ud800c"]}}';
  const made = await ada.post("/api/sessions", { rawBody });
  expect(made).toMatchObject({ status: 201, body: { title: "\ufffd a", channel: { "\ufffd": ["😀", "b\ufffdc"] } } });
  const { body: run } = await ada.post("/api/runs", { body: { agent: "memo", input: "add one" } });
  const said = { content: { text: "" }, answers: { "\ud800": "\udfff" } };
  expect((await ada.post(`/api/runs/${run.id}/messages`, { body: said })).status).toBe(202);
  const { items } = (await ada.get(`/api/sessions/${run.session_id}/mailbox`)).body;
  expect(items.at(-1)).toMatchObject({ answers: { "\ufffd": "\ufffd" } });
});
