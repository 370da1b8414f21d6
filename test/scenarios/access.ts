import { expect } from "vitest";
import * as z from "zod";
import type { Deployment } from "./deployment.ts";
import { exampleSources } from "./example-sources.ts";
import { Person } from "./person.ts";

/** The description of the API is for everybody; everything else needs a token of the right issuer, audience and time. */
export async function onlyGoodTokens(deployment: Deployment): Promise<void> {
  const statusOf = async (path: string, authorization?: string) =>
    (await fetch(deployment.origin + path, { headers: authorization === undefined ? {} : { authorization } })).status;
  expect(await statusOf("/openapi.json")).toBe(200);
  expect(await statusOf("/api/sessions", `Bearer ${await deployment.token("alice")}`)).toBe(200);
  expect(await statusOf("/api/sessions")).toBe(401);
  expect(await statusOf("/api/sessions", "Bearer a.b.c")).toBe(401);
  for (const { why, token } of (await deployment.badTokens?.()) ?? []) {
    expect(await statusOf("/api/sessions", `Bearer ${token}`), why).toBe(401);
  }
}

/** What belongs to one person looks to another as if it did not exist. */
export async function strangersFindNothing(deployment: Deployment): Promise<void> {
  const alice = await Person.of(deployment, "alice");
  const { id, session_id } = await alice.ask("report", "Write a report on energy use", exampleSources());
  await alice.delivered(id, 1);
  const mallory = await Person.of(deployment, "mallory");
  const unknown = id.replace(/_[^_]+_/, "_01ARZ3NDEKTSV4RRFFQ69G5FAV_");
  for (const run_id of [id, unknown]) {
    const reads = ["", "/events", "/tasks", "/revisions", "/artifacts"].map((part) => `/api/runs/${run_id}${part}`);
    for (const path of reads) expect((await mallory.send("GET", path)).status, path).toBe(404);
    const message = await mallory.send("POST", `/api/runs/${run_id}/messages`, { content: { text: "Why?" } });
    expect(message).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
  expect((await mallory.send("GET", `/api/sessions/${session_id}/mailbox`)).status).toBe(404);
  expect(await alice.run(id)).toMatchObject({ dag_version: 1, waiting: 0 });
}

/** Operators see the wakes of an agent over all sessions; the token of a person does not open that route. */
export async function operatorRoutes(deployment: Deployment): Promise<void> {
  const alice = await Person.of(deployment, "alice");
  const { id, session_id } = await alice.ask("report", "Write a report on energy use", exampleSources());
  await alice.delivered(id, 1);
  const asked = await alice.say(id, "check this again in 3 days");
  await alice.answered(id, asked.event_id);
  const [wake] = await alice.followups(session_id);

  const path = "/api/agents/report/follow-ups";
  expect((await alice.send("GET", path)).status).toBe(403);
  const operator = await Person.of(deployment, "operator", { operator: true });
  const { items } = await operator.get(path, z.object({ items: z.array(z.looseObject({ followup_id: z.string() })) }));
  expect(items.map(({ followup_id }) => followup_id)).toContain(wake?.followup_id);
  await alice.send("DELETE", `/api/followups/${wake?.followup_id}?session_id=${session_id}`);
}
