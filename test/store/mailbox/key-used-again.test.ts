import { afterEach, beforeEach, expect, test } from "vitest";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { answering } from "../../support/answering-model.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { memoAgent } from "../../support/memo-agent.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

test("INV-8 a question under a key that was used long ago is answered like a new one (simulator, seed 115)", async () => {
  const world = new World(table, [memoAgent([])], answering("Because it was asked for."));
  const started = await startRun(world.ports, {
    owner: "ada",
    agent: "memo",
    input: "add one",
    sources: [],
    channel: null,
  });
  if (started.kind !== "accepted") throw new Error(started.kind);
  await world.settle();
  const say = async (text: string, idempotency_key: string) => {
    const message = { owner: "ada", run_id: started.run_id, text, attachments: [], idempotency_key };
    const outcome = await acceptFollowUp(world.ports, message);
    await world.settle();
    return outcome;
  };
  expect(await say("why is that?", "k1")).toMatchObject({ kind: "accepted" });
  await world.advance(11 * 60_000);
  await say("louder", "k2");
  expect(await say("why is that?", "k1")).toMatchObject({ kind: "accepted" });
  const mailbox = await world.ports.mailboxes.read(started.session_id);
  expect(mailbox?.entries).toEqual([]);
  const { items } = await world.ports.reader.artifacts(started.session_id, 1, { after: null, limit: 100 });
  expect(items.filter(({ kind }) => kind === "answer")).toHaveLength(2);
});
