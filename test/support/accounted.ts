import { expect } from "vitest";
import { DynamoReader } from "../../shared/adapters/dynamo/reader.ts";
import type { JsonObject } from "../../shared/contracts/json.ts";
import type { MemoSession } from "./memo-session.ts";

/**
 * Holds a session in which nothing goes on any more to the invariants: nothing waits and nobody holds the lock; events
 * have numbers without a gap; every message that was accepted ended exactly once; versions follow each other without a
 * gap and are whole (the last four are looked at); every task of the delivered one is done, by an artifact that is there.
 */
export async function expectAccounted(memo: MemoSession, accepted: readonly string[]): Promise<void> {
  const mailbox = await memo.mailbox();
  expect(mailbox.entries).toEqual([]);
  expect(mailbox).not.toHaveProperty("active_turn");
  expect(mailbox).not.toHaveProperty("lock_token");
  const events = await memo.events();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const ended = events.filter(({ type }) => type === "react_observation");
  expect(ended.map(({ id }) => id).sort()).toEqual([...accepted].sort());
  for (const { payload } of ended)
    expect((payload["disposition"] as JsonObject | undefined)?.["kind"]).toBeTypeOf("string");
  const run = await memo.run();
  expect(run.status).toBe("completed");
  expect(run.delivered_version).toBe(run.dag_version);
  await expectWhole(memo, run.dag_version);
}

async function expectWhole(memo: MemoSession, newest: number): Promise<void> {
  const run = await memo.run();
  const reader = new DynamoReader(memo.world.table);
  for (let version = Math.max(1, newest - 3); version <= newest; version += 1) {
    const revision = await memo.revision(version);
    const tasks = await reader.tasks(memo.session_id, run.turn, version);
    expect(tasks.map(({ step_id }) => step_id)).toEqual(revision.nodes.map(({ step_id }) => step_id));
    if (version < newest) continue;
    expect(new Set(tasks.map(({ status }) => status))).toEqual(new Set(["done"]));
    const made = tasks.flatMap(({ artifact_id }) => (artifact_id === undefined ? [] : [artifact_id]));
    expect(await memo.world.ports.runs.readArtifacts(run, made)).not.toContain(null);
  }
}
