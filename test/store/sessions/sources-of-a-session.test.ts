import { afterEach, beforeEach, expect, test } from "vitest";
import { report } from "../../../agents/report/report.ts";
import { TestApi } from "../../support/api.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { localModel } from "../../support/local-model.ts";
import { World } from "../../support/world.ts";

let table: TestTable;
beforeEach(async () => {
  table = await startDynoxide();
});
afterEach(() => table.stop());

const source = (name: string, text: string) => ({ name, media_type: "text/markdown", text });
const bridge = source("bridge.md", "# Costs\n\nA repair of the bridge costs 18 million euros, and takes two years.");
const tunnel = source("tunnel.md", "# Costs\n\nA tunnel costs 90 million euros, and takes six years.");

async function setup() {
  const world = new World(table, [report], localModel);
  const ada = new TestApi(world).as("ada");
  const run = async (body: object) => {
    const { body: started } = await ada.post("/api/runs", { body: { agent: "report", ...body } });
    return { id: started.id as string, session_id: started.session_id as string };
  };
  const read = async ({ id }: { readonly id: string }) => (await ada.get(`/api/runs/${id}`)).body;
  return { world, ada, run, read };
}

test("a further run of a session that names no sources has those of the run before it", async () => {
  const { world, ada, run, read } = await setup();
  const first = await run({ input: "Write a report on the bridge", sources: [bridge, tunnel] });
  await world.settle();
  const { session_id } = first;
  const { source_ids } = await read(first);
  expect(source_ids).toHaveLength(2);
  // One that was withdrawn before it started is passed over.
  const busy = await run({ input: "Write a report on piers", session_id });
  await ada.post(`/api/runs/${busy.id}/cancel`);
  const second = await run({ input: "Write a report on costs", session_id });
  await world.settle();
  expect(await read(busy)).toMatchObject({ status: "canceled" });
  expect(await read(second)).toMatchObject({ status: "completed", source_ids });
});

test("a further run has the sources that it names and no others, and none for an empty list", async () => {
  const { world, run, read } = await setup();
  const first = await run({ input: "Write a report on the bridge", sources: [bridge] });
  await world.settle();
  const { session_id } = first;
  const second = await run({ input: "Write a report on the tunnel", sources: [tunnel], session_id });
  const third = await run({ input: "Write a report on costs", sources: [], session_id });
  await world.settle();
  const [before, named] = [await read(first), await read(second)];
  expect(named.source_ids).toHaveLength(1);
  expect(named.source_ids).not.toEqual(before.source_ids);
  expect(await read(third)).toMatchObject({ source_ids: [] });
});
