import { expect } from "vitest";
import { type SessionId, SessionId as SessionIdForm } from "../../shared/contracts/ids.ts";
import { SessionDocument } from "../../shared/contracts/session-document.ts";
import { answering } from "./answering-model.ts";
import { say, TestApi } from "./api.ts";
import type { TestTable } from "./dynoxide.ts";
import { memoAgent } from "./memo-agent.ts";
import { hour, scheduled } from "./wakes.ts";
import { World } from "./world.ts";

/** A session in which a lot has happened, with its API and its owner Ada. */
export type Lived = {
  readonly world: World;
  readonly api: TestApi;
  readonly ada: ReturnType<TestApi["as"]>;
  readonly url: string;
  readonly session_id: SessionId;
  readonly run: { readonly id: string };
};

/** Two runs, an upload, long words, a rule, an answer, wakes of every fate, and something that waits. */
export async function livedSession(table: TestTable): Promise<Lived> {
  const world = new World(table, [memoAgent([])], answering("Because."));
  const api = new TestApi(world);
  const ada = api.as("ada");
  const { body: run } = await ada.post("/api/runs", { body: { agent: "memo", input: "add one" } });
  const url = `/api/sessions/${run.session_id}`;
  const session_id = SessionIdForm.parse(run.session_id);
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

/** Every page of an export, put together. */
export async function exportedWhole(
  by: Lived["ada"],
  url: string,
  limit = 100,
): Promise<{ readonly whole: SessionDocument; readonly pages: number }> {
  let whole: SessionDocument | undefined;
  let cursor: string | null = null;
  let pages = 0;
  do {
    const { status, body } = await by.get(`${url}/export?limit=${limit}${cursor === null ? "" : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    const page = SessionDocument.parse(body);
    expect(body).toEqual(page);
    whole = whole === undefined ? page : { ...whole, items: [...whole.items, ...page.items] };
    cursor = page.next_cursor;
    pages += 1;
  } while (cursor !== null);
  return { whole: { ...whole, next_cursor: null }, pages };
}
