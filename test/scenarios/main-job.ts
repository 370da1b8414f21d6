import { expect } from "vitest";
import type { Deployment } from "./deployment.ts";
import { exampleSources } from "./example-sources.ts";
import { Person } from "./person.ts";

const textOf = (event: { readonly payload: Readonly<Record<string, unknown>> }): string =>
  String(event.payload["text"]);

/** A report over real sources, a question about it, and follow-ups that run only what changed. */
export async function reportAndFollowUps(deployment: Deployment): Promise<void> {
  const alice = await Person.of(deployment, "alice");
  const { id, session_id } = await alice.ask("report", "Write a report on energy use", exampleSources());
  expect(textOf(await alice.delivered(id, 1))).toContain("## Key points");

  const why = await alice.say(id, "Why is the first point true?");
  expect(textOf(await alice.answered(id, why.event_id))).toContain("energy-address-1977.md");
  expect(await alice.run(id)).toMatchObject({ dag_version: 1, status: "completed" });

  await alice.say(id, "Expand the third point");
  expect(textOf(await alice.delivered(id, 2))).toContain("## More on point 3");
  await alice.say(id, "Use the median instead of the mean");
  expect(textOf(await alice.delivered(id, 3))).toContain("median of net_generation");

  const [, expanded, median] = await alice.revisions(id);
  expect(expanded?.added.map(({ step_id }) => step_id.replace(/:c_.*/, ""))).toEqual(["expand", "compose"]);
  expect(expanded?.reused).toEqual(expect.arrayContaining(["read:1", "points", "metrics:2"]));
  expect(median?.added.map(({ step_id }) => step_id)).toEqual(["metrics:2", "metrics:3", "compose"]);
  expect(median?.reused).toEqual(expect.arrayContaining(["read:1", "points"]));
  expect(await alice.mailbox(session_id)).toEqual([]);
}

/** The article's three rapid messages: every one is accounted for and the last instruction wins. */
export async function threeRapidMessages(deployment: Deployment): Promise<void> {
  const alice = await Person.of(deployment, "alice");
  const { id, session_id } = await alice.ask("report", "Write a report on energy use", exampleSources());
  await alice.delivered(id, 1);
  const sent = await Promise.all(
    ["Expand the second point", "Add the risks too", "Actually keep it short and make it a table"].map((text) =>
      alice.say(id, text),
    ),
  );
  expect(new Set(sent.map(({ seq }) => seq)).size).toBe(3);
  const last = await settledVersion(
    alice,
    id,
    sent.map(({ event_id }) => event_id),
  );
  expect(textOf(await alice.delivered(id, last))).toContain("| # | Point | Source |");
  expect(await alice.mailbox(session_id)).toEqual([]);
}

/** Twenty messages at once: distinct numbers, a disposition each, versions without gaps, no step twice for the same inputs. */
export async function twentyMessagesAtOnce(deployment: Deployment): Promise<void> {
  const alice = await Person.of(deployment, "alice");
  const { id, session_id } = await alice.ask("report", "Write a report on energy use", exampleSources());
  await alice.delivered(id, 1);
  const texts = Array.from({ length: 20 }, (_, index) => `Add a section on ${topics[index % topics.length]} ${index}`);
  const sent = await Promise.all(texts.map((text) => alice.say(id, text)));
  expect(new Set(sent.map(({ seq }) => seq)).size).toBe(20);
  await settledVersion(
    alice,
    id,
    sent.map(({ event_id }) => event_id),
  );
  const revisions = await alice.revisions(id);
  expect(revisions.map(({ dag_version }) => dag_version)).toEqual(revisions.map((_, index) => index + 1));
  await everyEntryEnded(
    alice,
    id,
    sent.map(({ event_id }) => event_id),
  );
  await nothingRanTwice(alice, id);
  expect(await alice.mailbox(session_id)).toEqual([]);
}

const topics = ["coal", "oil", "conservation", "solar power", "jobs"];

/** Waits until the version that took the last of these entries is delivered. */
async function settledVersion(person: Person, run_id: string, event_ids: readonly string[]): Promise<number> {
  const caused = new Set<string>();
  let version = 0;
  while (event_ids.some((id) => !caused.has(id))) {
    const next = await person.until(
      run_id,
      0,
      (event) => event.type === "revision_committed" && Number(event.payload["dag_version"]) > version,
    );
    version = Number(next.payload["dag_version"]);
    for (const cause of next.payload["caused_by"] as readonly { readonly event_id: string }[])
      caused.add(cause.event_id);
  }
  await person.until(
    run_id,
    0,
    (event) => event.type === "run_completed" && Number(event.payload["dag_version"]) >= version,
  );
  return version;
}

async function everyEntryEnded(person: Person, run_id: string, event_ids: readonly string[]): Promise<void> {
  const events = await person.events(run_id);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const ended = new Map(
    events.filter(({ type }) => type === "react_observation").map(({ id, payload }) => [id, payload["disposition"]]),
  );
  for (const event_id of event_ids) expect(ended.get(event_id), event_id).toBeDefined();
}

/** One `task_completed` an artifact: an artifact's id says what it was made of. */
async function nothingRanTwice(person: Person, run_id: string): Promise<void> {
  const ran = (await person.events(run_id)).filter(
    ({ type, payload }) => type === "task_completed" && payload["reused"] === false,
  );
  const made = ran.map(({ payload }) => String(payload["artifact_id"]));
  expect(made).toHaveLength(new Set(made).size);
}

/** The agent schedules one follow-up for itself; it fires once, in the same session, and answers there. */
export async function checkBackLater(deployment: Deployment): Promise<void> {
  const alice = await Person.of(deployment, "alice");
  const { id, session_id } = await alice.ask("report", "Write a report on energy use", exampleSources());
  await alice.delivered(id, 1);
  const minutes = deployment.waits ? 1 : 30;
  const asked = await alice.say(id, `check this again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}`);
  await alice.answered(id, asked.event_id);
  const [wake, ...more] = await alice.followups(session_id);
  expect(more).toEqual([]);
  expect(wake).toMatchObject({ from_agent: "report", target: "report", status: "scheduled", when: `${minutes}m` });
  await deployment.pass(`${minutes}m`);
  const woken = id.replace(/_\d+$/, "_2");
  await alice.appears(woken);
  expect(textOf(await alice.delivered(woken, 1))).not.toBe("");
  expect(await alice.followups(session_id)).toEqual([]);
  expect((await alice.followup(session_id, wake?.followup_id ?? "")).status).toBe("fired");
  await deployment.pass(deployment.waits ? "10s" : "10m");
  const third = await alice.send("GET", `/api/runs/${id.replace(/_\d+$/, "_3")}`);
  expect(third.status).toBe(404);
}

/** A wake that is cancelled before it is due never fires. */
export async function cancelBeforeItIsDue(deployment: Deployment): Promise<void> {
  const alice = await Person.of(deployment, "alice");
  const { id, session_id } = await alice.ask("report", "Write a report on energy use", exampleSources());
  await alice.delivered(id, 1);
  const asked = await alice.say(id, "check this again in 1 minute");
  await alice.answered(id, asked.event_id);
  const [wake] = await alice.followups(session_id);
  const cancelled = await alice.send("DELETE", `/api/followups/${wake?.followup_id}?session_id=${session_id}`);
  expect(cancelled.status).toBe(200);
  expect(cancelled.body).toMatchObject({ status: "cancelled" });
  await deployment.pass(deployment.waits ? "75s" : "3m");
  expect((await alice.followup(session_id, wake?.followup_id ?? "")).status).toBe("cancelled");
  expect((await alice.send("GET", `/api/runs/${id.replace(/_\d+$/, "_2")}`)).status).toBe(404);
}
