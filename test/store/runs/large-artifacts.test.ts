import { afterAll, beforeAll, expect, test } from "vitest";
import { DynamoDocumentStore } from "../../../shared/adapters/dynamo/document-store.ts";
import { DynamoReader } from "../../../shared/adapters/dynamo/reader.ts";
import type { Agent } from "../../../shared/agents/define-agent.ts";
import type { Json, JsonObject } from "../../../shared/contracts/json.ts";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { exportSession } from "../../../shared/steps/sessions/export-session.ts";
import { deleteSession, removeRest } from "../../../shared/steps/sessions/remove-session.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { type CellRuns, memoAgent } from "../../support/memo-agent.ts";
import { type Gate, gateRequests, through } from "../../support/request-gate.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** The memo agent, with something more in everything it makes. */
function heavyAgent(runs: CellRuns, more: JsonObject): Agent {
  const memo = memoAgent(runs);
  const cells = memo.cells.map((cell) => ({
    ...cell,
    run: async (...given: Parameters<typeof cell.run>) => {
      const { content } = await cell.run(...given);
      return { content: { ...(content as JsonObject), ...more } };
    },
  }));
  return { ...memo, cells };
}

let sessions = 0;
async function delivered(more: JsonObject) {
  sessions += 1;
  const runs: CellRuns = [];
  const world = new World(table, [heavyAgent(runs, more)], answering("Because."));
  const request = { owner: "ada", agent: "memo", input: "add one", sources: [], channel: null };
  const started = await startRun(world.ports, { ...request, idempotency_key: `heavy-${sessions}` });
  if (started.kind !== "accepted") throw new Error(started.kind);
  await world.settle();
  const run = await world.ports.runs.readRun({ session_id: started.session_id, turn: 1 });
  if (run === null) throw new Error("no run");
  return { world, runs, started, run };
}

const pad = (bytes: number): JsonObject => ({ pad: "é".repeat(bytes / 2) });

test.each([
  { size: "10 bytes", more: pad(10) },
  { size: "399 KB", more: pad(399 * 1024) },
  { size: "401 KB", more: pad(401 * 1024) },
  { size: "2.4 MB", more: pad(2400 * 1024) },
  { size: "300 KB of empty lists", more: { pad: Array.from({ length: 100_000 }, (): Json => []) } },
  { size: "numbers that the table has no room for", more: { pad: [1e300, -1e-300, 5e-324, 0.1] } },
])("an artifact of $size is read, reused, delivered and answered from as it was made", async ({ more }) => {
  const { world, runs, started, run } = await delivered(more);
  expect(run).toMatchObject({ status: "completed", delivered_version: 1 });
  const [whole] = await world.ports.runs.readArtifacts(run, [run.delivery_id ?? "art_"]);
  expect(whole).toMatchObject({ kind: "delivery", content: { text: "one", ...more } });
  const reader = new DynamoReader(world.table);
  expect(await reader.artifact(run.session_id, 1, run.delivery_id ?? "art_")).toEqual(whole);
  const { items } = await reader.artifacts(run.session_id, 1, { after: null, limit: 10 });
  expect(items.map(({ step_id }) => step_id).sort()).toEqual(["join", "write:one"]);
  for (const item of items) expect(item).not.toHaveProperty("content");
  const say = { owner: "ada", run_id: started.run_id, attachments: [] };
  await acceptFollowUp(world.ports, { ...say, text: "add two" });
  await acceptFollowUp(world.ports, { ...say, text: "Why is the first point there?" });
  await world.settle();
  expect(runs.filter(({ cell }) => cell === "write").map(({ args }) => args["word"])).toEqual(["one", "two"]);
  const after = await world.ports.runs.readRun({ session_id: run.session_id, turn: 1 });
  expect(after).toMatchObject({ status: "completed", delivered_version: 2 });
  expect((await world.ports.mailboxes.read(run.session_id))?.entries).toEqual([]);
});

test("a step whose artifact is larger than can be stored fails with that reason, and says what to do", async () => {
  const { run, world } = await delivered(pad(2561 * 1024));
  expect(run).toMatchObject({ status: "failed", failure: { code: "artifact_too_large" } });
  expect(await world.ports.mailboxes.read(run.session_id)).not.toHaveProperty("active_turn");
});

test("INV-9 an export of a session that is deleted between a large artifact and its content is no document", async () => {
  gateRequests(table.client);
  const { world, run } = await delivered(pad(399 * 1024));
  const { documents, reader } = {
    documents: new DynamoDocumentStore(world.table),
    reader: new DynamoReader(world.table),
  };
  const session = await reader.session(run.session_id);
  const mailbox = await world.ports.mailboxes.read(run.session_id);
  if (session === null || mailbox === null) throw new Error("no session");
  const exported = (before: Gate["before"] = async () => undefined) =>
    through({ before }, () => {
      const page = { after: null, limit: 100, upTo: mailbox.seq };
      return exportSession({ documents, reader }, { session, mailbox }, page);
    });
  expect(await exported()).toMatchObject({ more: false });
  let reads = 0;
  const removed = async (command: string) => {
    reads += command === "BatchGetItemCommand" ? 1 : 0;
    if (command !== "BatchGetItemCommand" || reads !== 2) return;
    await through({}, async () => {
      await deleteSession(world.ports, { session_id: run.session_id, owner: "ada" });
      await removeRest(world.ports, run.session_id);
    });
  };
  expect(await exported(removed)).toBeNull();
  expect(reads).toBeGreaterThanOrEqual(2);
});
