import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DynamoImportStore } from "../../../shared/adapters/dynamo/import-store.ts";
import { sessionPk } from "../../../shared/adapters/dynamo/keys.ts";
import type { SessionId } from "../../../shared/contracts/ids.ts";
import type { ImportSession, SessionDocument } from "../../../shared/contracts/session-document.ts";
import { canonicalJson, derivedUlid } from "../../../shared/domain/digest.ts";
import { importSession } from "../../../shared/steps/sessions/import-session.ts";
import { removeRest } from "../../../shared/steps/sessions/remove-session.ts";
import { say } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { exportedWhole, type Lived, livedSession } from "../../support/lived-session.ts";
import { gateRequests, through } from "../../support/request-gate.ts";
import { minute } from "../../support/wakes.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterEach(() => table.stop());

const headers = { "idempotency-key": "move" };
const imported: SessionId = `ses_${derivedUlid(canonicalJson(["ada", "import", "move"]))}`;

async function exported() {
  const of = await livedSession(table);
  const { whole } = await exportedWhole(of.ada, of.url);
  return { ...of, whole, move: (body: object = whole) => of.ada.post("/api/sessions/import", { headers, body }) };
}

const rowsOf = ({ world }: Lived) =>
  world.table.query({
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": sessionPk(imported) },
  });

/** Calls `act` once, before the nth request of its kind. */
function beforeThe(nth: number, command: string, act: () => Promise<unknown>) {
  let made = 0;
  return {
    before: async (name: string) => {
      if (name !== command) return;
      made += 1;
      if (made === nth) await through({}, async () => void (await act()));
    },
  };
}

const dies = async () => {
  throw new Error("the process died");
};

const begun = 1;
const inTheMiddle = 3;

describe("an import that goes on late", () => {
  test("writes nothing over the session that another attempt made and that was used", async () => {
    const of = await exported();
    let used: unknown;
    const meanwhile = async () => {
      const { body } = await of.move();
      expect(await of.ada.post(`/api/runs/run_${body.id.slice(4)}_1/messages`, say("add three"))).toMatchObject({
        status: 202,
      });
      await of.world.settle();
      used = await rowsOf(of);
    };
    const late = await through(beforeThe(inTheMiddle, "TransactWriteItemsCommand", meanwhile), () => of.move());
    expect(late).toMatchObject({ status: 201, body: { id: imported } });
    expect(await rowsOf(of)).toEqual(used);
  });

  test("brings nothing back of what was deleted since", async () => {
    const of = await exported();
    const meanwhile = async () => {
      await of.move();
      await of.ada.delete(`/api/sessions/${imported}`);
      await of.world.advance(40 * minute);
    };
    const late = await through(beforeThe(inTheMiddle, "TransactWriteItemsCommand", meanwhile), () => of.move());
    expect(late).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
    expect((await rowsOf(of)).map(({ sk }) => sk)).toEqual(["GONE"]);
  });

  test("writes nothing more once its request was given up", async () => {
    const of = await exported();
    const ports = { ...of.world.ports, imports: new DynamoImportStore(of.world.table) };
    for (const nth of [begun, inTheMiddle]) {
      const over = new AbortController();
      const by = { owner: "ada", idempotency_key: "move", signal: over.signal };
      let requests = 0;
      const gate = {
        after: async (name: string) => {
          if (name !== "TransactWriteItemsCommand") return;
          requests += 1;
          if (requests === nth) over.abort();
        },
      };
      const attempt = through(gate, () => importSession(ports, of.whole as unknown as ImportSession, by));
      await expect(attempt).rejects.toThrow("abort");
      expect(requests).toBe(nth);
    }
    expect((await of.ada.get(`/api/sessions/${imported}`)).status).toBe(404);
    expect(await of.move()).toMatchObject({ status: 201 });
  });
});

test("another document under the key of an unfinished import is refused, and the first can still be finished", async () => {
  const of = await exported();
  const first = await through(beforeThe(inTheMiddle, "TransactWriteItemsCommand", dies), () => of.move());
  expect(first.status).toBe(500);
  const before = await rowsOf(of);
  expect(before.length).toBeGreaterThan(1);
  const other = { ...of.whole, items: of.whole.items.filter(({ kind }) => kind !== "memory") };
  expect(await of.move(other)).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  expect(await rowsOf(of)).toEqual(before);
  expect(await of.move()).toMatchObject({ status: 201, body: { id: imported } });
  expect((await rowsOf(of)).map(({ sk }) => sk)).not.toContain("GONE");
});

describe("an unfinished import that is being removed", () => {
  const abandoned = async () => {
    const of = await exported();
    await through(beforeThe(inTheMiddle, "TransactWriteItemsCommand", dies), () => of.move());
    of.world.clock.advance(16 * minute);
    return of;
  };

  test("is left alone when it is gone on with before the first look", async () => {
    const of = await abandoned();
    let made: unknown;
    const meanwhile = async () => {
      expect((await of.move()).status).toBe(201);
      made = await rowsOf(of);
    };
    const removal = through(beforeThe(1, "UpdateItemCommand", meanwhile), () => removeRest(of.world.ports, imported));
    expect(await removal).toEqual({ kind: "unknown" });
    expect(await rowsOf(of)).toEqual(made);
  });

  test("is not gone on with any more from the first look on, nor by who was in the middle of it", async () => {
    const of = await exported();
    let again: unknown;
    const look = async () => {
      of.world.clock.advance(16 * minute);
      const resumed = async () => {
        again = await of.move();
      };
      await through(beforeThe(1, "QueryCommand", resumed), () => removeRest(of.world.ports, imported));
    };
    const late = await through(beforeThe(inTheMiddle, "TransactWriteItemsCommand", look), () => of.move());
    expect(again).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
    expect(late).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
    expect((await rowsOf(of)).map(({ sk }) => sk)).toEqual(["GONE"]);
  });
});

test("what belongs to a run that began during the export is left out", async () => {
  const of = await livedSession(table);
  const page = async (cursor: string | null): Promise<SessionDocument> =>
    (await of.ada.get(`${of.url}/export?limit=3${cursor === null ? "" : `&cursor=${cursor}`}`)).body;
  const pages = [await page(null)];
  expect(pages[0]?.items.at(-1)?.kind).toBe("revision");
  await of.ada.post("/api/runs", { body: { agent: "memo", input: "add later", session_id: of.session_id } });
  await of.world.settle();
  for (let cursor = pages[0]?.next_cursor ?? null; cursor !== null; ) {
    const next = await page(cursor);
    pages.push(next);
    cursor = next.next_cursor;
  }
  const [first] = pages;
  const whole = { ...first, next_cursor: null, items: pages.flatMap(({ items }) => items) };
  const turnsOf = ({ items }: Pick<SessionDocument, "items">, kind: string) =>
    new Set(items.flatMap((item) => (item.kind === kind ? [item.record["turn"]] : [])));
  const runs = turnsOf(whole, "run");
  expect(turnsOf(whole, "task").size).toBeGreaterThan(runs.size);
  const made = await of.ada.post("/api/sessions/import", { body: whole });
  expect(made).toMatchObject({ status: 201 });
  const { whole: again } = await exportedWhole(of.ada, `/api/sessions/${made.body.id}`);
  for (const kind of ["run", "revision", "task", "artifact"]) expect(turnsOf(again, kind)).toEqual(runs);
});
