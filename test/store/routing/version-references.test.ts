import { afterAll, beforeAll, expect, test } from "vitest";
import { report } from "../../../agents/report/report.ts";
import { type RunId, runIdOf } from "../../../shared/contracts/ids.ts";
import { acceptFollowUp } from "../../../shared/steps/mailbox/accept-follow-up.ts";
import { startRun } from "../../../shared/steps/runs/start-run.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { exampleSources } from "../../support/example-sources.ts";
import { localModel } from "../../support/local-model.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

async function say(world: World, run_id: RunId, text: string): Promise<void> {
  const message = { owner: "ada", run_id, text, attachments: [], on_busy: "revise" as const };
  expect(await acceptFollowUp(world.ports, message)).toMatchObject({ kind: "accepted" });
  await world.settle();
}

test("a part of an older version is found by its id, although the current version has another one in its place", async () => {
  const world = new World(table, [report], localModel);
  const { sources, readSource } = exampleSources();
  const texts = await Promise.all(
    sources.map(async ({ id, name, media_type }) => ({ name, media_type, text: await readSource(id) })),
  );
  const started = await startRun(world.ports, {
    owner: "ada",
    agent: "report",
    input: "Write a report on the energy crisis",
    sources: texts,
    on_busy: "enqueue",
    channel: null,
    idempotency_key: "versions",
  });
  if (started.kind !== "accepted") throw new Error(started.kind);
  await world.settle();
  const { session_id } = started;
  const run_id = runIdOf(session_id, 1);
  const at = { session_id, turn: 1 };
  const thirdPoint = async () => {
    const run = await world.ports.runs.readRun(at);
    const [delivery] = await world.ports.runs.readArtifacts(at, [run?.delivery_id ?? never()]);
    const claims = report.parts(delivery?.content ?? null).filter(({ kind }) => kind === "claim");
    return claims[2] ?? never();
  };
  const ofFirst = await thirdPoint();
  await say(world, run_id, "Write about coal instead");
  const ofSecond = await thirdPoint();
  expect(ofSecond.id).not.toBe(ofFirst.id);
  await say(world, run_id, "Expand the third point of the first version");
  const expanded = await world.ports.runs.readRevision(at, 3);
  expect(expanded?.caused_by).toMatchObject([{ became: [{ op: "expand", part_id: ofFirst.id, text: ofFirst.text }] }]);
  expect(expanded?.brief["expanded"]).toMatchObject([{ point_id: ofFirst.id }]);
  await say(world, run_id, "Expand the third point");
  const current = await world.ports.runs.readRevision(at, 4);
  expect(current?.caused_by).toMatchObject([{ became: [{ op: "expand", part_id: ofSecond.id }] }]);
  await say(world, run_id, "Where does the third point of the first version come from?");
  const answers = await world.ports.reader.artifacts(session_id, 1, { after: null, limit: 100 });
  const answer = answers.items.find(({ kind }) => kind === "answer");
  expect(answer?.rests_on).toContain(ofFirst.id);
  expect(answer?.rests_on).not.toContain(ofSecond.id);
});

function never(): never {
  throw new Error("nothing there");
}
