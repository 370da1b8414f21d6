import { afterEach, beforeEach, expect, test } from "vitest";
import { removeRest } from "../../../shared/steps/sessions/remove-session.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { livedSession } from "../../support/lived-session.ts";
import { gateRequests, through } from "../../support/request-gate.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterEach(() => table.stop());

/** Requests of an export's only page: two reads, families one after the other, each artifact's content, one more read. */
const places = [
  ["before its first row", "QueryCommand", 1],
  ["between an artifact and its content", "BatchGetItemCommand", 1],
  ["before what was said", "QueryCommand", 7],
  ["before its last family", "QueryCommand", 12],
] as const;

test.each(places)("INV-9 an export of a session that is deleted meanwhile, %s, is no document", async (_, of, nth) => {
  const { world, ada, url, session_id } = await livedSession(table);
  let made = 0;
  const deleted = async (command: string) => {
    if (command !== of) return;
    made += 1;
    if (made !== nth) return;
    await through({}, async () => {
      expect((await ada.delete(url)).status).toBe(204);
      expect(await removeRest(world.ports, session_id)).toMatchObject({ kind: "removed" });
    });
  };
  const answer = await through({ before: deleted }, () => ada.get(`${url}/export?limit=100`));
  expect(made).toBeGreaterThanOrEqual(nth);
  expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
});
