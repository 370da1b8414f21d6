import { expect, test } from "vitest";
import type { Deployment } from "../scenarios/deployment.ts";
import { exampleSources } from "../scenarios/example-sources.ts";
import { Person } from "../scenarios/person.ts";
import { type Child, runScript } from "../support/child.ts";
import { emptyFolder } from "../support/tiny-assembly.ts";

type Started = { readonly child: Child; readonly deployment: Deployment };

/** `npm start` without npm, on a free port. */
async function start(dataDir: string): Promise<Started> {
  const child = runScript(["local/start.ts"], { DATA_DIR: dataDir, PORT: "0", CLOCK: "virtual" });
  const line = await child.firstLine;
  expect(line).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+$/);
  const origin = line.slice("ready ".length);
  const token = async (owner: string) => {
    const { stdout } = await runScript(["scripts/token.ts", "--owner", owner], { DATA_DIR: dataDir, PORT: "" }).ended;
    return stdout.trim();
  };
  const pass = async (by: string) => {
    const headers = { "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify({ by }) };
    const { status } = await fetch(`${origin}/_local/clock/advance`, request);
    expect(status).toBe(200);
  };
  return { child, deployment: { origin, token, pass } };
}

test("the stack says one line when requests succeed, and ends without a trace when it is told to", async () => {
  const { child, deployment } = await start(emptyFolder());
  expect((await fetch(`${deployment.origin}/openapi.json`)).status).toBe(200);
  expect((await fetch(`${deployment.origin}/api/sessions`)).status).toBe(401);
  child.kill("SIGTERM");
  expect(await child.ended).toMatchObject({ code: 0, stdout: `ready ${deployment.origin}\n` });
});

test("what was acknowledged is done, however often the stack is killed in between", async () => {
  const dataDir = emptyFolder();
  let { child, deployment } = await start(dataDir);
  const { id } = await (await Person.of(deployment, "alice")).ask("report", "Report on energy use", exampleSources());
  const asked: string[] = [];
  for (const text of ["Expand the second point", "Why is the first point true?", "Make it a table"]) {
    const { event_id } = await (await Person.of(deployment, "alice")).say(id, text);
    asked.push(event_id);
    child.kill("SIGKILL");
    await child.ended;
    ({ child, deployment } = await start(dataDir));
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
