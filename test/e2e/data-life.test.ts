import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { type Stack, startStack } from "../../local/stack.ts";
import { runOps } from "../../scripts/ops/run-ops.ts";
import { SessionDocument } from "../../shared/contracts/session-document.ts";
import { exampleSources } from "../scenarios/example-sources.ts";
import { Person } from "../scenarios/person.ts";

let stack: Stack;
let alice: Person;
let bob: Person;
const dataDir = mkdtempSync(join(tmpdir(), "followthrough-data-life-"));

beforeAll(async () => {
  stack = await startStack({ dataDir, clock: "virtual" });
  const deployment = {
    origin: stack.origin,
    token: (owner: string) => stack.token(owner),
    pass: async (by: string) => void (await stack.advance(by)),
  };
  [alice, bob] = await Promise.all([Person.of(deployment, "alice"), Person.of(deployment, "bob")]);
});
afterAll(async () => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const Id = z.object({ id: z.string() });

test("a session is taken along by another owner, goes on there, and is deleted at home with its bell", async () => {
  const { id: run, session_id } = await alice.ask("report", "Write a report on energy use", exampleSources());
  await alice.delivered(run, 1);
  const promised = await alice.say(run, "Check this again in 3 days.");
  await alice.answered(run, promised.event_id);
  await stack.settle();
  const environment = { FOLLOWTHROUGH_URL: stack.origin, FOLLOWTHROUGH_TOKEN: await stack.token("alice") };
  const { out, exitCode } = await runOps(["export", session_id], environment);
  expect(exitCode).toBe(0);
  const document = SessionDocument.parse(JSON.parse(out));

  const made = await bob.send("POST", "/api/sessions/import", document);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = Id.parse(made.body);
  const theirs = `run_${id.slice(4)}_1`;
  await bob.say(theirs, "Expand the second point.");
  await bob.delivered(theirs, 2);
  expect(await bob.followups(id)).toEqual([]);

  expect((await alice.send("DELETE", `/api/sessions/${session_id}`)).status).toBe(204);
  expect((await alice.send("POST", `/api/runs/${run}/messages`, { content: { text: "Why?" } })).status).toBe(404);
  await stack.advance("20m");
  await stack.settle();
  // What she had would have come back by itself on the third day.
  await stack.advance("4d");
  await stack.settle();
  expect((await alice.send("GET", `/api/sessions/${session_id}`)).status).toBe(404);
  expect((await alice.send("DELETE", `/api/sessions/${session_id}`)).status).toBe(204);
  expect((await bob.send("GET", `/api/sessions/${id}`)).status).toBe(200);
});
