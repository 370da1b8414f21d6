import { expect } from "vitest";
import * as z from "zod";
import type { Deployment } from "./deployment.ts";

const SessionEvent = z.object({
  id: z.string(),
  seq: z.number(),
  type: z.string(),
  payload: z.record(z.string(), z.unknown()),
});
export type SessionEvent = z.infer<typeof SessionEvent>;

const Started = z.object({ id: z.string(), session_id: z.string(), status: z.string() });
export type Started = z.infer<typeof Started>;

const Accepted = z.object({ accepted: z.literal(true), event_id: z.string(), seq: z.number() });

const Revision = z.object({
  dag_version: z.number(),
  added: z.array(z.object({ step_id: z.string(), because: z.string() })),
  reused: z.array(z.string()),
  dropped: z.array(z.string()),
  caused_by: z.array(z.looseObject({ event_id: z.string(), superseded_by: z.string().nullable() })),
});

const Followup = z.strictObject({
  followup_id: z.string(),
  from_agent: z.string(),
  target: z.string(),
  reason: z.string(),
  context: z.record(z.string(), z.unknown()),
  when: z.string(),
  fires_at: z.string(),
  status: z.enum(["scheduled", "fired", "cancelled", "dropped"]),
});

const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });

/** A source as it is sent with a run. */
export type SentSource = { readonly name: string; readonly media_type: string; readonly text: string };

/** What came back: the status and the body. */
export type Reply = { readonly status: number; readonly body: unknown; readonly headers: Headers };

/** Somebody who uses a deployment over HTTP. */
export class Person {
  readonly #deployment: Deployment;
  readonly #token: string;

  private constructor(deployment: Deployment, token: string) {
    this.#deployment = deployment;
    this.#token = token;
  }

  static async of(deployment: Deployment, owner: string, options?: { readonly operator?: boolean }): Promise<Person> {
    return new Person(deployment, await deployment.token(owner, options));
  }

  async send(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const response = await fetch(this.#deployment.origin + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text), headers: response.headers };
  }

  async get<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.infer<Shape>> {
    const { status, body } = await this.send("GET", path);
    expect(status, `GET ${path}: ${JSON.stringify(body)}`).toBe(200);
    return shape.parse(body);
  }

  /** Starts a run of an agent over sources. */
  async ask(agent: string, input: string, sources: readonly SentSource[] = [], session_id?: string): Promise<Started> {
    const { status, body } = await this.send("POST", "/api/runs", {
      agent,
      input,
      sources,
      ...(session_id === undefined ? {} : { session_id }),
    });
    expect(status, JSON.stringify(body)).toBe(202);
    return Started.parse(body);
  }

  /** Sends a follow-up; its number. */
  async say(
    run_id: string,
    text: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<z.infer<typeof Accepted>> {
    const { status, body } = await this.send("POST", `/api/runs/${run_id}/messages`, { content: { text } }, headers);
    expect(status, JSON.stringify(body)).toBe(202);
    return Accepted.parse(body);
  }

  run(run_id: string) {
    const shape = z.object({
      status: z.string(),
      dag_version: z.number(),
      delivery_id: z.string().nullable(),
      waiting: z.number(),
    });
    return this.get(`/api/runs/${run_id}`, shape);
  }

  /** All events of a run so far. */
  async events(run_id: string): Promise<readonly SessionEvent[]> {
    const events: SessionEvent[] = [];
    for (;;) {
      const { items } = await this.get(
        `/api/runs/${run_id}/events?after=${events.at(-1)?.seq ?? 0}&limit=100`,
        page(SessionEvent),
      );
      if (items.length === 0) return events;
      events.push(...items);
    }
  }

  /** Waits, by the long poll, for an event above `after` that fits. @throws after 120 polls. */
  async until(run_id: string, after: number, fits: (event: SessionEvent) => boolean): Promise<SessionEvent> {
    let seen = after;
    for (let polls = 0; polls < 120; polls += 1) {
      const { items } = await this.get(
        `/api/runs/${run_id}/events?after=${seen}&wait=10&limit=100`,
        page(SessionEvent),
      );
      const found = items.find(fits);
      if (found !== undefined) return found;
      seen = items.at(-1)?.seq ?? seen;
    }
    throw new Error(`run ${run_id}: the event did not come after ${after}`);
  }

  /** Waits until a run is there that something other than a request starts. @throws after two minutes. */
  async appears(run_id: string): Promise<void> {
    for (let seconds = 0; seconds < 120; seconds += 1) {
      if ((await this.send("GET", `/api/runs/${run_id}`)).status === 200) return;
      await this.#deployment.pass("1s");
    }
    throw new Error(`run ${run_id} did not start`);
  }

  /** Waits until a version of the run is delivered. */
  delivered(run_id: string, dag_version: number): Promise<SessionEvent> {
    return this.until(
      run_id,
      0,
      (event) => event.type === "delivery" && Number(event.payload["dag_version"]) >= dag_version,
    );
  }

  /** Waits for the answer to a follow-up. */
  answered(run_id: string, event_id: string): Promise<SessionEvent> {
    return this.until(run_id, 0, (event) => event.type === "message" && event.payload["answers"] === event_id);
  }

  async revisions(run_id: string): Promise<readonly z.infer<typeof Revision>[]> {
    return (await this.get(`/api/runs/${run_id}/revisions?limit=100`, page(Revision))).items;
  }

  async artifacts(
    run_id: string,
  ): Promise<readonly { readonly id: string; readonly step_id: string; readonly dag_version: number }[]> {
    const shape = page(z.looseObject({ id: z.string(), step_id: z.string(), dag_version: z.number() }));
    const found: z.infer<typeof shape>["items"][number][] = [];
    let cursor: string | null = null;
    do {
      const next: z.infer<typeof shape> = await this.get(
        `/api/runs/${run_id}/artifacts?limit=100${cursor === null ? "" : `&cursor=${cursor}`}`,
        shape,
      );
      found.push(...next.items);
      cursor = next.next_cursor;
    } while (cursor !== null);
    return found;
  }

  async followups(session_id: string): Promise<readonly z.infer<typeof Followup>[]> {
    return (await this.get(`/api/followups?session_id=${session_id}`, page(Followup))).items;
  }

  followup(session_id: string, id: string): Promise<z.infer<typeof Followup>> {
    return this.get(`/api/followups/${id}?session_id=${session_id}`, Followup);
  }

  async mailbox(session_id: string): Promise<readonly unknown[]> {
    return (await this.get(`/api/sessions/${session_id}/mailbox`, page(z.unknown()))).items;
  }
}
