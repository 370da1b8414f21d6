import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { sessionPk } from "../../shared/adapters/dynamo/keys.ts";
import { type SessionId, SessionId as SessionIdSchema } from "../../shared/contracts/ids.ts";
import { DocumentItem, SessionDocument } from "../../shared/contracts/session-document.ts";
import { answering } from "../support/answering-model.ts";
import { say, TestApi } from "../support/api.ts";
import { startDynoxide, type TestTable } from "../support/dynoxide.ts";
import { memoAgent } from "../support/memo-agent.ts";
import { hour, scheduled } from "../support/wakes.ts";
import { World } from "../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

/** A session with two runs, an upload, long words, a rule, an answer, wakes of every fate, and something that waits. */
async function lived() {
  const world = new World(table, [memoAgent([])], answering("Because."));
  const api = new TestApi(world);
  const ada = api.as("ada");
  const { body: run } = await ada.post("/api/runs", { body: { agent: "memo", input: "add one" } });
  const url = `/api/sessions/${run.session_id}`;
  const session_id = SessionIdSchema.parse(run.session_id);
  await world.settle();
  await ada.post(`${url}/uploads`, { body: { name: "a.csv", media_type: "text/csv", text: 'a,b\n"1",2\n' } });
  await ada.post(`/api/runs/${run.id}/messages`, say(`add long ${"x".repeat(10_000)}`));
  await ada.post(`/api/runs/${run.id}/messages`, say("Never use supplier X."));
  await world.settle();
  await ada.post(`/api/runs/${run.id}/messages`, say("Why?"));
  await world.settle();
  await scheduled(world, session_id, { inMs: 60_000 });
  await world.advance(180_000);
  const cancelled = await scheduled(world, session_id, { inMs: hour, dedup_key: "k" });
  await ada.delete(`/api/followups/${cancelled.followup_id}?session_id=${session_id}`);
  await scheduled(world, session_id, { inMs: 2 * hour });
  await ada.post(`/api/runs/${run.id}/messages`, say("add two"));
  return { world, api, ada, url, session_id, run };
}

type Lived = Awaited<ReturnType<typeof lived>>;

/** Every page, put together. */
async function exported(
  { ada, url }: Pick<Lived, "ada" | "url">,
  limit: number,
): Promise<SessionDocument & { readonly pages: number }> {
  let whole: SessionDocument | undefined;
  let cursor: string | null = null;
  let pages = 0;
  do {
    const { status, body } = await ada.get(`${url}/export?limit=${limit}${cursor === null ? "" : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    const page = SessionDocument.parse(body);
    expect(body).toEqual(page);
    whole = whole === undefined ? page : { ...whole, items: [...whole.items, ...page.items] };
    cursor = page.next_cursor;
    pages += 1;
  } while (cursor !== null);
  return { ...whole, next_cursor: null, pages };
}

async function rowsOf(world: World, session_id: SessionId) {
  return world.table.query({
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": sessionPk(session_id) },
  });
}

/** What is no content of the owner's: guards, marks, what operators set; what is elsewhere in the document; notes of steps. */
const notItems = ["MAILBOX", "SESSION", "DEDUP", "PWAKE", "ARTC"];

describe("an export", () => {
  test("holds every row of the session, whatever the size of its pages", async () => {
    const of = await lived();
    const rows = (await rowsOf(of.world, of.session_id)).map(({ sk }) => sk.split("#")[0] ?? "");
    const { pages, ...whole } = await exported(of, 100);
    expect(whole.items.length).toBe(rows.filter((family) => !notItems.includes(family)).length);
    const kinds = new Set(whole.items.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(
      ["artifact", "entry", "event", "memory", "revision", "run", "source", "source_text"].concat(
        ["task", "text", "wake", "wake_history", "work"].sort(),
      ),
    );
    expect(whole.waiting).toMatchObject([{ text: "add two", origin: { type: "person" }, state: "waiting" }]);
    const small = await exported(of, 3);
    expect(small.pages).toBeGreaterThan(20);
    expect(small.items).toEqual(whole.items);
    expect(pages).toBeLessThan(small.pages);
  });

  test("reads back as what is stored, and names nobody", async () => {
    const of = await lived();
    const whole = await exported(of, 100);
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
    const of = await lived();
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
    const of = await lived();
    expect(await of.api.as("eve").get(`${of.url}/export`)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await of.ada.get(`${of.url}/export?cursor=abc`)).toMatchObject({ status: 400 });
  });
});
