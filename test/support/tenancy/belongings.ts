import { expect } from "vitest";
import * as z from "zod";
import type { Deployment } from "../../scenarios/deployment.ts";
import { exampleSources } from "../../scenarios/example-sources.ts";
import { Person } from "../../scenarios/person.ts";
import type { Ids } from "./foreign-requests.ts";

/** Somebody who has one of everything that can belong to an owner. */
export type Belongings = {
  readonly person: Person;
  /** Words that only their own requests hold. */
  readonly mark: string;
  /** Ids as they belong together: of a session with a delivery, and of one with an entry that waits. */
  readonly groups: readonly [Ids, Ids];
  /** The run whose question is open. */
  readonly asking: string;
};

const Id = z.object({ id: z.string() });
const Ideas = z.object({ items: z.array(Id) });

type Settled = { readonly mark: string; readonly asking: string; readonly ids: Ids };

/** A session with two versions of a result, an upload, a follow-up of the agent; in another one a run asks something. */
export async function settleIn(deployment: Deployment, owner: string): Promise<Settled> {
  const person = await Person.of(deployment, owner);
  const mark = `only-${owner}-knows`;
  const session = await created(person, "/api/sessions", { agent: "report", title: mark, channel: { mark } });
  const text = `Energy use rose in 1977. The ${mark} plant saves energy. Energy prices rose as well.`;
  const upload = { name: `${mark}.md`, media_type: "text/markdown", text };
  const src = await created(person, `/api/sessions/${session}/uploads`, upload);
  const sources = exampleSources().filter(({ media_type }) => media_type === "text/markdown");
  const { id: run } = await person.ask("report", "Write a report on energy use", sources, session);
  await person.delivered(run, 1);
  await person.say(run, "Expand the second point.");
  await person.delivered(run, 2);
  const asked = await person.say(run, `Check this again in 3 days, ${mark}.`);
  await person.answered(run, asked.event_id);
  const [wake] = await person.followups(session);
  const [artifact] = await person.artifacts(run);
  const { id: second } = await person.ask("report", "Write a report", exampleSources());
  await person.until(second, 0, ({ type }) => type === "run_awaiting_input");
  const [question] = (await person.get(`/api/runs/${second}/questions`, Ideas)).items;
  const made = { art: artifact?.id ?? "", fu: wake?.followup_id ?? "", q: question?.id ?? "" };
  return { mark, asking: second, ids: { ses: session, run, evt: asked.event_id, src, ...made } };
}

/** Beside it a session in which something waits, while the model is away. */
export async function letWait(deployment: Deployment, owner: string, { ids, ...has }: Settled): Promise<Belongings> {
  const person = await Person.of(deployment, owner);
  const waiting = await person.ask("researcher", `Find out what ${has.mark}`);
  const [entry] = await person.mailbox(waiting.session_id);
  const second = { ...ids, ses: waiting.session_id, run: waiting.id, evt: Id.parse(entry).id };
  for (const id of Object.values(second)) expect(id).toMatch(/^\w+_[0-9A-Z_]+$/);
  return { person, ...has, groups: [ids, second] };
}

async function created(person: Person, path: string, body: object): Promise<string> {
  const answer = await person.send("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return Id.parse(answer.body).id;
}

/** Everything of theirs, as they see it, by its path. */
export async function everythingOf({ person, groups, asking }: Belongings): Promise<Readonly<Record<string, unknown>>> {
  const paths = groups.flatMap(({ ses, run, art, fu }) => [
    ...["", "/messages", "/memory", "/mailbox"].map((part) => `/api/sessions/${ses}${part}`),
    ...["", "/events", "/tasks", "/revisions", "/questions", "/artifacts"].map((part) => `/api/runs/${run}${part}`),
    `/api/runs/${run}/artifacts/${art}`,
    `/api/followups?session_id=${ses}`,
    `/api/followups/${fu}?session_id=${ses}`,
  ]);
  const look = async (path: string) => [path, withoutRequest((await person.send("GET", path)).body)] as const;
  return Object.fromEntries(await Promise.all(["/api/sessions", `/api/runs/${asking}/questions`, ...paths].map(look)));
}

/** A body without the id of its request. */
export function withoutRequest(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("request_id" in body)) return body;
  const { request_id: _, ...rest } = body;
  return rest;
}
