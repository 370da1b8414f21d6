import { expect, test } from "vitest";
import { exampleSources } from "../scenarios/example-sources.ts";
import { Person } from "../scenarios/person.ts";
import { startProcess } from "../support/stack-process.ts";
import { emptyFolder } from "../support/tiny-assembly.ts";

test("the stack says one line when requests succeed, and ends without a trace when it is told to", async () => {
  const { child, deployment } = await startProcess(emptyFolder());
  expect((await fetch(`${deployment.origin}/openapi.json`)).status).toBe(200);
  expect((await fetch(`${deployment.origin}/api/sessions`)).status).toBe(401);
  child.kill("SIGTERM");
  expect(await child.ended).toMatchObject({ code: 0, stdout: `ready ${deployment.origin}\n` });
});

test("what was acknowledged is done, however often the stack is killed in between", async () => {
  const dataDir = emptyFolder();
  let { child, deployment } = await startProcess(dataDir);
  const { id } = await (await Person.of(deployment, "alice")).ask("report", "Report on energy use", exampleSources());
  const asked: string[] = [];
  for (const text of ["Expand the second point", "Why is the first point true?", "Make it a table"]) {
    const { event_id } = await (await Person.of(deployment, "alice")).say(id, text);
    asked.push(event_id);
    child.kill("SIGKILL");
    await child.ended;
    ({ child, deployment } = await startProcess(dataDir));
  }
  await deployment.pass("10m");
  const alice = await Person.of(deployment, "alice");
  const events = await alice.events(id);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const ended = new Map(events.map((event) => [event.id, event.payload["disposition"]]));
  for (const event_id of asked) expect(ended.get(event_id), event_id).toBeDefined();
  expect(await alice.run(id)).toMatchObject({ status: "completed", waiting: 0 });
  child.kill("SIGTERM");
  await child.ended;
});
