import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sessionPk } from "../../../shared/adapters/dynamo/keys.ts";
import { SessionId } from "../../../shared/contracts/ids.ts";
import type { JsonObject } from "../../../shared/contracts/json.ts";
import type { SessionDocument } from "../../../shared/contracts/session-document.ts";
import { canonicalJson, derivedUlid } from "../../../shared/domain/digest.ts";
import { say } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { nested } from "../../support/hostile.ts";
import { exportedWhole, type Lived, livedSession } from "../../support/lived-session.ts";
import { gateRequests, through } from "../../support/request-gate.ts";
import { ask, hour, minute, rowOf, scheduled, turnIn } from "../../support/wakes.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterEach(() => table.stop());

type Item = SessionDocument["items"][number];

async function exported(): Promise<Lived & { readonly whole: SessionDocument }> {
  const of = await livedSession(table);
  const { whole } = await exportedWhole(of.ada, of.url);
  return { ...of, whole };
}

/** A document with something else in it. */
const changed = (whole: SessionDocument, change: (items: Item[]) => Item[]): JsonObject =>
  ({ ...whole, items: change(structuredClone(whole.items)) }) as unknown as JsonObject;

/** The first item of a kind, with other members in its record. */
const withRecord = (whole: SessionDocument, kind: string, more: JsonObject): JsonObject =>
  changed(whole, (items) => {
    const index = items.findIndex((item) => item.kind === kind);
    return items.map((item, at) => (at === index ? { kind, record: { ...item.record, ...more } } : item));
  });

/** The first woken run, with other members in what it was told. */
const withNote = (whole: SessionDocument, more: JsonObject): JsonObject =>
  changed(whole, (items) =>
    items.map((item) => {
      const wake = item.kind === "run" ? item.record["wake"] : undefined;
      return wake === undefined
        ? item
        : { ...item, record: { ...item.record, wake: { ...(wake as object), ...more } } };
    }),
  );

/** The first thing that waits, with other members. */
const withWaiting = (whole: SessionDocument, more: JsonObject): object => ({
  ...whole,
  waiting: whole.waiting.map((entry, index) => (index === 0 ? { ...entry, ...more } : entry)),
});

const without = (whole: SessionDocument, kind: string): JsonObject =>
  changed(whole, (items) => {
    const index = items.findIndex((item) => item.kind === kind);
    return items.filter((_, at) => at !== index);
  });

/** Another run like the first one. */
const runLike = (items: readonly Item[], more: JsonObject): Item => {
  const run = items.find(({ kind }) => kind === "run") ?? expect.unreachable();
  return { kind: "run", record: { ...run.record, delivery_id: undefined, ...more } as unknown as JsonObject };
};

/** How many rows there are in the whole table. */
async function rowsInTable({ world }: Lived): Promise<number> {
  const { Count = 0 } = await table.client.send(new ScanCommand({ TableName: world.table.name, Select: "COUNT" }));
  return Count;
}

/** What work was done, by its sort keys. */
async function worksOf({ world }: Lived, id: string): Promise<readonly string[]> {
  const rows = await world.table.query({
    KeyConditionExpression: "pk = :pk AND begins_with(sk, :works)",
    ExpressionAttributeValues: { ":pk": sessionPk(SessionId.parse(id)), ":works": "WORK#" },
  });
  return rows.flatMap(({ sk, status }) => (status === "done" ? [sk] : []));
}

describe("an imported session", () => {
  test("INV-1 has all the answers of a run that was asked more than once", async () => {
    const of = await livedSession(table);
    await of.world.settle();
    await of.ada.post(`/api/runs/${of.run.id}/messages`, say("Why is that?"));
    await of.world.settle();
    const done = await worksOf(of, of.session_id);
    expect(done.filter((sk) => sk.startsWith("WORK#0000001#ANSWER#")).length).toBeGreaterThanOrEqual(2);
    const { whole } = await exportedWhole(of.ada, of.url);
    const made = await of.ada.post("/api/sessions/import", { body: whole });
    expect(made).toMatchObject({ status: 201 });
    expect(await worksOf(of, made.body.id)).toEqual(done);
  });

  test("has what was nested deep: a follow-up's context, and whatever a step made", async () => {
    const of = await livedSession(table);
    const context = { deep: nested(18) };
    await scheduled(of.world, of.session_id, { inMs: 2 * hour, context });
    const { whole } = await exportedWhole(of.ada, of.url);
    expect(whole.items.filter(({ kind }) => kind === "wake").map(({ record }) => record["context"])).toContainEqual(
      context,
    );
    const content = { text: "one", deep: nested(90) };
    const made = await of.ada.post("/api/sessions/import", { body: withRecord(whole, "artifact", { content }) });
    expect(made).toMatchObject({ status: 201 });
    const { whole: again } = await exportedWhole(of.ada, `/api/sessions/${made.body.id}`);
    const records = again.items.map(({ record }) => record);
    expect(records.filter((record) => "context" in record).map((record) => record["context"])).toContainEqual(context);
    expect(records.filter((record) => "content" in record).map((record) => record["content"])).toContainEqual(content);
  });

  test("has a source that is nearly all quotes, whose JSON is twice as long", async () => {
    const of = await livedSession(table);
    const text = `a,b\n${'"";""\n'.repeat(50_000)}`;
    const sent = { name: "b.csv", media_type: "text/csv", text };
    expect((await of.ada.post(`${of.url}/uploads`, { body: sent })).status).toBe(201);
    const { whole } = await exportedWhole(of.ada, of.url);
    expect(await of.ada.post("/api/sessions/import", { body: whole })).toMatchObject({ status: 201 });
  });

  test("is the importer's own, under an id of its own, with everything that was in the document", async () => {
    const of = await exported();
    const eve = of.api.as("eve");
    const made = await eve.post("/api/sessions/import", { body: of.whole });
    expect(made).toMatchObject({ status: 201, body: { agent: "memo", status: "active" } });
    const { id } = made.body;
    expect(id).not.toBe(of.session_id);
    expect(made.headers["location"]).toBe(`/api/sessions/${id}`);
    expect((await eve.get("/api/sessions")).body.items).toMatchObject([{ id }]);
    expect(await of.ada.get(`/api/sessions/${id}`)).toMatchObject({ status: 404 });
    const { whole: again } = await exportedWhole(eve, `/api/sessions/${id}`);
    const renamed = JSON.stringify(again.items).replaceAll(id.slice(4), of.session_id.slice(4));
    const there = new Set((JSON.parse(renamed) as Item[]).map((item) => canonicalJson(item as unknown as JsonObject)));
    for (const item of of.whole.items) {
      // What was under way is ended, see below.
      if (["run", "wake", "task", "work"].includes(item.kind)) continue;
      expect(there).toContain(canonicalJson(item as unknown as JsonObject));
    }
    const count = (items: readonly Item[], kind: string) => items.filter((item) => item.kind === kind).length;
    for (const kind of ["run", "wake", "task", "work", "event", "memory"])
      expect([kind, count(again.items, kind)]).toEqual([kind, count(of.whole.items, kind)]);
    expect(count(again.items, "entry")).toBe(count(of.whole.items, "entry") + 1);
    expect(JSON.stringify(again)).not.toContain(of.session_id.slice(4));
  });

  test("INV-7 goes on with no chain of follow-ups, whose length and end are known where it began", async () => {
    const of = await exported();
    const noteIn = (whole: SessionDocument) =>
      whole.items.flatMap(({ kind, record }) => (kind === "run" ? (record["wake"] ?? []) : []));
    expect(noteIn(of.whole)).toMatchObject([{ depth: 1 }]);
    const { body } = await of.ada.post("/api/sessions/import", { body: of.whole });
    const session_id = SessionId.parse(body.id);
    const run = await of.world.ports.runs.readRun({ session_id, turn: 2 });
    if (run === null) throw new Error("no woken run");
    expect(run.wake).toMatchObject({ depth: 100 });
    expect(await ask(of.world, turnIn(of.world, session_id, { run, is_woken: true }))).toMatchObject({
      kind: "too_deep",
    });
  });

  test("whose last run has as late a turn as may be goes on with another run", async () => {
    const of = await exported();
    const late = changed(of.whole, (items) => [...items, runLike(items, { turn: 1_000_000 })]);
    const made = await of.ada.post("/api/sessions/import", { body: late });
    expect(made).toMatchObject({ status: 201 });
    const run = { agent: "memo", input: "add one", session_id: made.body.id };
    const next = await of.ada.post("/api/runs", { body: run });
    expect(next.body.id).toMatch(/_1000001$/);
    await of.world.settle();
    expect((await of.ada.get(`/api/runs/${next.body.id}`)).body).toMatchObject({ status: "completed" });
  });

  test("is at rest: what waited was not taken, what was promised is dropped, and nothing rings or starts", async () => {
    const of = await exported();
    const { body } = await of.api.as("eve").post("/api/sessions/import", { body: of.whole });
    const session_id = SessionId.parse(body.id);
    const before = [...of.world.bells.keys()];
    await of.world.settle();
    expect(await of.world.ports.wakes.pendingWakes(session_id)).toEqual([]);
    const wakes = of.whole.items.filter(({ kind, record }) => kind === "wake" && record["status"] === "scheduled");
    expect(wakes.length).toBe(1);
    const followup_id = String(wakes[0]?.record["followup_id"]) as `fu_${string}`;
    const row = await rowOf(of.world, { session_id, followup_id } as Parameters<typeof rowOf>[1]);
    expect(row).toMatchObject({ status: "dropped", dropped_reason: "session_imported", owner: "eve" });
    expect([...of.world.bells.keys()]).toEqual(before);
    const { items } = (await of.api.as("eve").get(`/api/sessions/${session_id}/messages?limit=100`)).body;
    expect(items.filter(({ text }: { text: string }) => text === "add two")).toMatchObject([
      { disposition: { kind: "refused", reason: "session_imported" }, state: "taken" },
    ]);
    expect(await of.world.ports.mailboxes.read(session_id)).toMatchObject({ entries: [], pending_wakes: 0, turns: 2 });
  });

  test("goes on from where it was: a follow-up makes the next version and reuses what is done", async () => {
    const of = await exported();
    const eve = of.api.as("eve");
    const { body } = await eve.post("/api/sessions/import", { body: of.whole });
    const run = `run_${body.id.slice(4)}_1`;
    const { dag_version } = (await eve.get(`/api/runs/${run}`)).body;
    expect(await eve.post(`/api/runs/${run}/messages`, say("add three"))).toMatchObject({ status: 202 });
    await of.world.settle();
    const now = (await eve.get(`/api/runs/${run}`)).body;
    expect(now).toMatchObject({ status: "completed", dag_version: dag_version + 1 });
    const { items } = (await eve.get(`/api/runs/${run}/revisions`)).body;
    expect(items.at(-1).reused).toContain("write:one");
    expect((await eve.get(`/api/runs/${run}/artifacts/${now.delivery_id}`)).body.content.text).toContain("three");
    const { items: events } = (await eve.get(`/api/runs/${run}/events?limit=100`)).body;
    expect(new Set(events.map(({ seq }: { seq: number }) => seq)).size).toBe(events.length);
  });

  test("is one, however often it is asked for under its key, and another document under the key is refused", async () => {
    const of = await exported();
    const headers = { "idempotency-key": "move" };
    const first = await of.ada.post("/api/sessions/import", { headers, body: of.whole });
    const rows = await rowsInTable(of);
    expect(await of.ada.post("/api/sessions/import", { headers, body: of.whole })).toEqual(first);
    const other = withRecord(of.whole, "memory", { text: "Something else." });
    expect(await of.ada.post("/api/sessions/import", { headers, body: other })).toMatchObject({
      status: 422,
      body: { code: "idempotency_key_reused" },
    });
    expect(await rowsInTable(of)).toBe(rows);
    await of.ada.delete(`/api/sessions/${first.body.id}`);
    expect(await of.ada.post("/api/sessions/import", { headers, body: of.whole })).toMatchObject({ status: 422 });
  });

  test("is whole or not there at all, whatever its process died of, and the rest is removed", async () => {
    const of = await exported();
    const keyOf = (crash: number) => ({ "idempotency-key": `crash-${crash}` });
    for (const crash of [1, 2, 3, 4]) {
      let requests = 0;
      const dying = async () => {
        requests += 1;
        if (requests >= crash) throw new Error("the process died");
      };
      const attempt = () => of.ada.post("/api/sessions/import", { headers: keyOf(crash), body: of.whole });
      expect((await through({ before: dying }, attempt)).status).toBe(500);
    }
    expect((await of.ada.get("/api/sessions")).body.items).toMatchObject([{ id: of.session_id }]);
    // A repeat goes on where the first one died, also beside what the sweeper will look at.
    const made = await of.ada.post("/api/sessions/import", { headers: keyOf(3), body: of.whole });
    expect(made.status).toBe(201);
    await of.world.advance(40 * minute);
    expect((await of.ada.get(`/api/sessions/${made.body.id}`)).status).toBe(200);
    for (const crash of [1, 2, 4]) {
      const id: SessionId = `ses_${derivedUlid(canonicalJson(["ada", "import", `crash-${crash}`]))}`;
      const left = await of.world.table.query({
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": sessionPk(id) },
      });
      // The first one died before it had begun.
      expect(left.map(({ sk }) => sk)).toEqual(crash === 1 ? [] : ["GONE"]);
    }
    expect(await of.world.ports.attention.overdue(of.world.clock.now())).toEqual([]);
  }, 60_000);
});

describe("a document that is no session", () => {
  test.each<{ readonly what: string; readonly broken: (whole: SessionDocument) => unknown }>([
    { what: "another format", broken: (whole) => ({ ...whole, format: "something" }) },
    { what: "a version from later", broken: (whole) => ({ ...whole, version: 2 }) },
    { what: "a page", broken: (whole) => ({ ...whole, next_cursor: "abc" }) },
    {
      what: "an agent that is not here",
      broken: (whole) => ({ ...whole, session: { ...whole.session, agent: "no" } }),
    },
    {
      what: "an unknown kind",
      broken: (whole) => changed(whole, (items) => [...items, { kind: "secret", record: {} }]),
    },
    { what: "a missing event", broken: (whole) => without(whole, "entry") },
    { what: "a run that is missing", broken: (whole) => without(whole, "run") },
    { what: "a source without its text", broken: (whole) => without(whole, "source_text") },
    { what: "another text of a source", broken: (whole) => withRecord(whole, "source_text", { text: "a,b\n9,9\n" }) },
    { what: "a record twice", broken: (whole) => changed(whole, (items) => [...items, ...items.slice(0, 1)]) },
    { what: "a time that is none", broken: (whole) => withRecord(whole, "run", { created_at: "yesterday" }) },
    { what: "a number for a time", broken: (whole) => withRecord(whole, "run", { created_at: 1 }) },
    {
      what: "content that is fresh for longer than time can be written",
      broken: (whole) => withRecord(whole, "artifact", { max_age_ms: Number.MAX_SAFE_INTEGER }),
    },
    {
      what: "content that is fresh until after the year 9999",
      broken: (whole) =>
        withRecord(whole, "artifact", { as_of: "9999-12-31T00:00:00.000Z", max_age_ms: 2 * 86_400_000 }),
    },
    { what: "content that was never fresh", broken: (whole) => withRecord(whole, "artifact", { max_age_ms: -1 }) },
    {
      what: "a follow-up that may come later than time can be written",
      broken: (whole) => withRecord(whole, "wake", { fire_within_ms: Number.MAX_SAFE_INTEGER }),
    },
    {
      what: "a write count that cannot grow",
      broken: (whole) => withRecord(whole, "run", { rev: Number.MAX_SAFE_INTEGER }),
    },
    {
      what: "a memory count that cannot grow",
      broken: (whole) => withRecord(whole, "memory", { version: Number.MAX_SAFE_INTEGER }),
    },
    {
      what: "a run so late that the next one has no id",
      broken: (whole) => changed(whole, (items) => [...items, runLike(items, { turn: 9_999_999 })]),
    },
    {
      what: "a version so late that the next one has no key",
      broken: (whole) => withRecord(whole, "run", { dag_version: 999_999 }),
    },
    {
      what: "something said to a run so late that the next one has no id",
      broken: (whole) => withRecord(whole, "entry", { turn: 9_999_999 }),
    },
    {
      what: "a run with more discarded versions than a claim can name",
      broken: (whole) => withRecord(whole, "run", { discarded: Array.from({ length: 101 }, (_, index) => index + 1) }),
    },
    { what: "an id of another kind", broken: (whole) => withRecord(whole, "artifact", { id: "src_1" }) },
    {
      what: "a delivery that is not there",
      broken: (whole) => withRecord(whole, "run", { delivery_id: `art_${"0".repeat(26)}` }),
    },
    { what: "a woken run that scheduled itself", broken: (whole) => withNote(whole, { scheduled_by_turn: 2 }) },
    { what: "a woken run of a later run", broken: (whole) => withNote(whole, { scheduled_by_turn: 3 }) },
    { what: "a chain of less than one wake", broken: (whole) => withNote(whole, { depth: -1_000_000 }) },
    { what: "a chain longer than any may be", broken: (whole) => withNote(whole, { depth: 101 }) },
    {
      what: "a name that is too long for a key",
      broken: (whole) => withRecord(whole, "task", { step_id: "x".repeat(400) }),
    },
    {
      what: "a record that is too large",
      broken: (whole) => withRecord(whole, "memory", { text: "x".repeat(410_000) }),
    },
    {
      what: "a record that takes more in the table than its JSON",
      broken: (whole) => withRecord(whole, "revision", { brief: { ones: Array(140_000).fill(1) } }),
    },
    {
      what: "a run that has no room to go on",
      broken: (whole) => withRecord(whole, "run", { input_text: "x".repeat(310_000) }),
    },
    {
      what: "an artifact that rests on too much",
      broken: (whole) => withRecord(whole, "artifact", { rests_on: Array(10_000).fill(`art_${"0".repeat(26)}`) }),
    },
    { what: "a number that cannot be kept", broken: (whole) => withRecord(whole, "revision", { brief: { n: 1e300 } }) },
    {
      what: "a record that is nested too deep",
      broken: (whole) => withRecord(whole, "revision", { brief: { n: nested(28) } }),
    },
    {
      what: "content that is nested too deep",
      broken: (whole) => withRecord(whole, "artifact", { content: nested(100) }),
    },
    {
      what: "a channel that is nested too deep",
      broken: (whole) => ({ ...whole, session: { ...whole.session, channel: { n: nested(90) } } }),
    },
    {
      what: "something that waits and is nested too deep",
      broken: (whole) => withWaiting(whole, { answers: { n: nested(90) } }),
    },
    {
      what: "something that waits with a number that cannot be kept",
      broken: (whole) => withWaiting(whole, { answers: { n: 1e300 } }),
    },
    {
      what: "something that waits and is too large",
      broken: (whole) => withWaiting(whole, { text: "x".repeat(410_000) }),
    },
    { what: "no items", broken: ({ items: _items, ...whole }) => whole },
  ])("is refused with nothing stored: $what", async ({ broken }) => {
    const of = await exported();
    const rows = await rowsInTable(of);
    const refused = await of.ada.post("/api/sessions/import", { body: broken(of.whole) });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: expect.stringMatching(/invalid_request|unknown_agent/) },
    });
    expect(await rowsInTable(of)).toBe(rows);
  });
});
