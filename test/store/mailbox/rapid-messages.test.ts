import { afterAll, beforeAll, expect, test } from "vitest";
import { report } from "../../../agents/report/report.ts";
import { exampleSources } from "../../scenarios/example-sources.ts";
import { expectAccounted } from "../../support/accounted.ts";
import { cloneSession } from "../../support/clone-session.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { localModel } from "../../support/local-model.ts";
import { MemoSession } from "../../support/memo-session.ts";
import { seeded } from "../../support/seeded.ts";
import type { Pending } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** Three messages of somebody who keeps typing, and when they come. */
const messages = [
  { text: "Expand the third point.", afterMs: 0 },
  { text: "Add the risks too.", afterMs: 50 },
  { text: "Actually keep it short and make it a table.", afterMs: 70 },
];

const ROUNDS = 200;

/** A session of the report agent. */
function session(): MemoSession {
  const memo = new MemoSession(table, {}, undefined, report);
  Object.assign(memo.world.ports, { model: localModel });
  return memo;
}

/** Lets up to `most` messages that are due be worked on, now and then some of them at the same time. */
async function workOnSome(memo: MemoSession, random: () => number, most: number): Promise<void> {
  for (let left = Math.floor(random() * (most + 1)); left > 0; ) {
    const batch: Pending[] = [];
    for (let size = 1 + Math.floor(random() * 3); size > 0; size -= 1) {
      const next = memo.world.take();
      if (next !== undefined) batch.push(next);
    }
    if (batch.length === 0) return;
    await Promise.all(batch.map((message) => memo.world.deliver(message)));
    left -= batch.length;
  }
}

test("INV-1 INV-2 INV-3 three rapid messages, 200 times: all accounted for, the last word wins, and no versions mix", async () => {
  const base = session();
  const sources = exampleSources().map((source) => ({ ...source, media_type: source.media_type as "text/csv" }));
  const started = await base.start("Write a report on the energy crisis", { agent: "report", sources });
  if (started.kind !== "accepted") throw new Error(started.kind);
  await base.settle();
  const clones = await cloneSession(table, base.session_id, ROUNDS);
  const seen = { versions: new Set<number>(), briefs: new Set<string>(), deliveries: new Set<string>() };
  for (const [round, id] of clones.entries()) {
    const memo = session();
    memo.session_id = id;
    // Ids go on where the original session's ended: a clone knows those already.
    Object.assign(memo.world.ids, base.world.ids);
    await play(memo, seeded(round + 1), [started.event_id]);
    const run = await memo.run();
    const revision = await memo.revision(run.dag_version);
    const [delivery] = await memo.world.ports.runs.readArtifacts(run, [run.delivery_id ?? "art_"]);
    seen.versions.add(run.dag_version);
    seen.briefs.add(JSON.stringify(Object.entries(revision.brief).sort()));
    seen.deliveries.add(JSON.stringify(delivery?.content));
    expect(revision.brief).toMatchObject({ format: "table", length: "short", sections: ["risks"] });
  }
  // One revision for all three, or up to three, but always the same result.
  expect([...seen.versions].sort()).toEqual([2, 3, 4]);
  expect(seen.briefs.size).toBe(1);
  expect(seen.deliveries.size).toBe(1);
}, 400_000);

async function play(memo: MemoSession, random: () => number, before: readonly string[]): Promise<void> {
  const accepted = [...before];
  for (const { text, afterMs } of messages) {
    memo.world.clock.advance(afterMs);
    const sent = await memo.say(text);
    if ("event_id" in sent) accepted.push(sent.event_id);
    await workOnSome(memo, random, 6);
  }
  while (memo.world.pending.length > 0) {
    await workOnSome(memo, random, 50);
    // What somebody else was at is looked at again when their claim would end.
    if (memo.world.pending.every(({ at }) => at > memo.world.clock.now())) memo.world.clock.advance(1_000);
  }
  await expectAccounted(memo, accepted);
  const inTime = (await memo.events()).filter(
    ({ type, payload }) => type === "task_completed" && payload["late"] !== true,
  );
  const versions = inTime.map(({ payload }) => Number(payload["dag_version"]));
  expect(versions).toEqual([...versions].sort((one, other) => one - other));
}
