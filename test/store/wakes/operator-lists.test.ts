import { expect, test } from "vitest";
import { operatorScope } from "../../../shared/runtime/http-handler.ts";
import { type ApiSetup, useApi } from "../../support/api.ts";
import { minute, openSession, scheduled } from "../../support/wakes.ts";

const setup = useApi();
const op = ({ api }: ApiSetup) => api.as("op-1", operatorScope);

/** All pages of a list. */
async function pagesOf(
  of: ApiSetup,
  url: string,
): Promise<{ readonly ids: readonly string[]; readonly pages: number }> {
  const ids: string[] = [];
  let next: string | null = "";
  let pages = 0;
  while (next !== null) {
    const { status, body } = await op(of).get(`${url}${next && `&cursor=${next}`}`);
    expect(status).toBe(200);
    ids.push(...body.items.map((one: { followup_id: string }) => one.followup_id));
    next = body.next_cursor;
    pages += 1;
  }
  return { ids, pages };
}

/** Ten wakes over two sessions, a minute apart; every third is cancelled. */
async function withTen() {
  const of = setup();
  const sessions = [await openSession(of.world), await openSession(of.world)];
  const all: { readonly id: string; readonly session_id: string; readonly is_pending: boolean; readonly at: number }[] =
    [];
  for (let index = 0; index < 10; index += 1) {
    const session_id = sessions[index % 2] ?? "";
    const wake = await scheduled(of.world, session_id);
    if (index % 3 === 0) await of.api.as("ada").delete(`/api/followups/${wake.followup_id}?session_id=${session_id}`);
    all.unshift({ id: wake.followup_id, session_id, is_pending: index % 3 !== 0, at: wake.created_at });
    of.world.clock.advance(minute);
  }
  return { of, all };
}

test.each([
  ["from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z", "to", "must not be before `from`"],
  ["from=2026-02-01T00:00:00Z&to=9999-12-31T23:59:59-05:00", "to", "must be in the years 0000 to 9999 in UTC, too"],
  ["from=0000-01-01T00:00:00%2B05:00", "from", "must be in the years 0000 to 9999 in UTC, too"],
])("the list refuses times that it cannot look between: %s", async (query, parameter, detail) => {
  const refused = await op(setup()).get(`/api/agents/memo/follow-ups?${query}`);
  expect(refused).toMatchObject({ status: 400, body: { code: "invalid_parameter", errors: [{ parameter, detail }] } });
});

test("the list takes every filter alone and together, page by page, newest first", async () => {
  const { of, all } = await withTen();
  const session = all[0]?.session_id ?? "";
  const [from, to] = [all[7]?.at ?? 0, all[2]?.at ?? 0].map((at) => new Date(at).toISOString());
  const cases: readonly (readonly [string, (one: (typeof all)[number]) => boolean])[] = [
    ["", () => true],
    ["&status=scheduled", (one) => one.is_pending],
    ["&status=cancelled", (one) => !one.is_pending],
    [`&session_id=${session}`, (one) => one.session_id === session],
    [`&from=${from}`, (one) => one.at >= Date.parse(from ?? "")],
    [`&to=${to}`, (one) => one.at < Date.parse(to ?? "")],
    [
      `&from=${from}&to=${to}&status=scheduled&session_id=${session}`,
      (one) =>
        one.at >= Date.parse(from ?? "") &&
        one.at < Date.parse(to ?? "") &&
        one.is_pending &&
        one.session_id === session,
    ],
  ];
  for (const [filter, fits] of cases) {
    const { ids } = await pagesOf(of, `/api/agents/memo/follow-ups?limit=2${filter}`);
    expect(ids, filter).toEqual(all.filter(fits).map(({ id }) => id));
  }
});

test("a cursor belongs to its filter", async () => {
  const { of } = await withTen();
  const { body } = await op(of).get("/api/agents/memo/follow-ups?limit=2&status=scheduled");
  const other = `/api/agents/memo/follow-ups?limit=2&status=cancelled&cursor=${body.next_cursor}`;
  expect(await op(of).get(other)).toMatchObject({ status: 400, body: { code: "invalid_cursor" } });
});

test("operators see where a wake stands beside the fields of the source", async () => {
  const { of } = await withTen();
  const { body } = await op(of).get("/api/agents/memo/follow-ups?limit=1&status=cancelled");
  expect(Object.keys(body.items[0])).toEqual([
    ...["followup_id", "from_agent", "target", "reason", "context", "when", "fires_at", "status"],
    ...["session_id", "owner", "depth", "root_id", "created_at", "rung_at", "closed_at", "run_id", "dropped_reason"],
  ]);
});

test("what operators did is listed newest first, page by page", async () => {
  const { of, all } = await withTen();
  const pending = all.filter(({ is_pending }) => is_pending).slice(0, 3);
  for (const { id, session_id } of pending) {
    await op(of).post(`/api/agents/memo/follow-ups/${id}/cancel?session_id=${session_id}`);
    of.world.clock.advance(1);
  }
  const { ids, pages } = await pagesOf(of, "/api/operations/actions?limit=1");
  expect(ids).toEqual(pending.map(({ id }) => id).reverse());
  expect(pages).toBeGreaterThanOrEqual(3);
});
