import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { sessionPk } from "../../../shared/adapters/dynamo/keys.ts";
import { DynamoOperationsStore } from "../../../shared/adapters/dynamo/operations-store.ts";
import type { FollowupId, SessionId } from "../../../shared/contracts/ids.ts";
import { DocumentItem, SessionDocument } from "../../../shared/contracts/session-document.ts";
import { encodeCursor } from "../../../shared/runtime/cursor.ts";
import { hearRing } from "../../../shared/steps/wakes/hear-ring.ts";
import { say } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { exportedWhole, livedSession } from "../../support/lived-session.ts";
import type { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

async function rowsOf(world: World, session_id: SessionId) {
  return world.table.query({
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": sessionPk(session_id) },
  });
}

/** What is no content of the owner's: guards, marks, what operators set; what is elsewhere in the document; notes of steps. */
const notItems = ["MAILBOX", "SESSION", "DEDUP", "PWAKE", "ARTC", "SPENT"];

describe("an export", () => {
  test("holds every row of the session, whatever the size of its pages", async () => {
    const of = await livedSession(table);
    const rows = (await rowsOf(of.world, of.session_id)).map(({ sk }) => sk.split("#")[0] ?? "");
    const { pages, whole } = await exportedWhole(of.ada, of.url);
    expect(whole.items.length).toBe(rows.filter((family) => !notItems.includes(family)).length);
    const kinds = new Set(whole.items.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(
      ["artifact", "entry", "event", "memory", "revision", "run", "source", "source_text"].concat(
        ["task", "text", "wake", "wake_history", "work"].sort(),
      ),
    );
    expect(whole.waiting).toMatchObject([{ text: "add two", origin: { type: "person" }, state: "waiting" }]);
    const small = await exportedWhole(of.ada, of.url, 3);
    expect(small.pages).toBeGreaterThan(20);
    expect(small.whole.items).toEqual(whole.items);
    expect(pages).toBeLessThan(small.pages);
  });

  test("goes on behind counts of rings that changed nothing, which are no history, in pages of one", async () => {
    const of = await livedSession(table);
    const before = (await exportedWhole(of.ada, of.url)).whole;
    const followup_id = before.items.find(({ kind }) => kind === "wake")?.record["followup_id"] as FollowupId;
    const ring = { session_id: of.session_id, followup_id };
    const operations = new DynamoOperationsStore(of.world.table);
    for (let again = 0; again < 2; again += 1) await hearRing({ ...of.world.ports, operations }, ring);
    const counts = (await rowsOf(of.world, of.session_id)).filter(({ sk }) => sk.includes("#~"));
    expect(counts.length).toBe(1);
    const { whole } = await exportedWhole(of.ada, of.url, 1);
    expect(whole.items).toEqual(before.items);
  });

  test("reads back as what is stored, and names nobody", async () => {
    const of = await livedSession(table);
    const { whole } = await exportedWhole(of.ada, of.url);
    expect(JSON.stringify(whole)).not.toContain('"ada"');
    const items = whole.items.map((item) => z.decode(DocumentItem, item as z.input<typeof DocumentItem>));
    const runs = items.flatMap((item) => (item.kind === "run" ? [item.record] : []));
    const stored = await Promise.all(
      [1, 2].map((turn) => of.world.ports.runs.readRun({ session_id: of.session_id, turn })),
    );
    const {
      session_id: _session,
      origin: _origin,
      ...first
    } = stored[0] as object & { session_id: string; origin: object };
    expect(runs[0]).toEqual({ ...first, origin: { type: "person" } });
    expect(runs[1]).toMatchObject({ turn: 2, wake: { due_at: stored[1]?.wake?.due_at } });
    const artifacts = items.flatMap((item) => (item.kind === "artifact" ? [item.record] : []));
    for (const { turn, id, content } of artifacts)
      expect((await of.world.ports.reader.artifact(of.session_id, turn, id))?.content).toEqual(content);
    const texts = items.flatMap((item) => (item.kind === "source_text" ? [item.record.text] : []));
    expect(texts).toEqual(['a,b\n"1",2\n']);
  });

  test("that is read while the session goes on is of the moment it began, as far as history goes", async () => {
    const of = await livedSession(table);
    const first = SessionDocument.parse((await of.ada.get(`${of.url}/export?limit=1`)).body);
    await of.ada.post(`/api/runs/${of.run.id}/messages`, say("add three"));
    await of.world.settle();
    let cursor = first.next_cursor;
    const items = [...first.items];
    while (cursor !== null) {
      const page = SessionDocument.parse((await of.ada.get(`${of.url}/export?limit=100&cursor=${cursor}`)).body);
      items.push(...page.items);
      cursor = page.next_cursor;
    }
    const said = JSON.stringify(items.filter(({ kind }) => kind === "entry"));
    expect(said).toContain("add two");
    expect(said).not.toContain("add three");
  });

  test("is the owner's alone", async () => {
    const of = await livedSession(table);
    expect(await of.api.as("eve").get(`${of.url}/export`)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await of.ada.get(`${of.url}/export?cursor=abc`)).toMatchObject({ status: 400 });
  });

  test.each([
    ["of no family of rows", "1:ZZZ#x"],
    ["of one that is in no document", "1:GONE#x"],
    ["longer than a key", `1:RUN#${"x".repeat(1_100)}`],
  ])("goes on from no place that is %s, though its cursor is sealed", async (_, position) => {
    const of = await livedSession(table);
    const cursor = encodeCursor({ owner: "ada", list: `export ${of.session_id}` }, position);
    const refused = await of.ada.get(`${of.url}/export?cursor=${cursor}`);
    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_cursor" } });
    const begin = encodeCursor({ owner: "ada", list: `export ${of.session_id}` }, "1:RUN#x");
    expect(await of.ada.get(`${of.url}/export?cursor=${begin}`)).toMatchObject({ status: 200 });
  });
});
