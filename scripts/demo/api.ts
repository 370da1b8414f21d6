import type * as z from "zod";
import { ArtifactView } from "../../shared/contracts/artifact.ts";
import { EventView } from "../../shared/contracts/event.ts";
import { FollowupView } from "../../shared/contracts/followup.ts";
import { MessageAccepted, MessageView } from "../../shared/contracts/message.ts";
import { pageOf } from "../../shared/contracts/page.ts";
import { RevisionView } from "../../shared/contracts/revision.ts";
import { RunAccepted, RunView } from "../../shared/contracts/run.ts";
import type { InlineSource } from "../../shared/contracts/source.ts";

/** The HTTP API as a person's program uses it. Answers are checked against the contracts. */
export class Api {
  readonly #origin: string;
  readonly #token: string;

  constructor(origin: string, token: string) {
    this.#origin = origin;
    this.#token = token;
  }

  startRun(body: { readonly agent: string; readonly input: string; readonly sources: readonly InlineSource[] }) {
    return this.#send(RunAccepted, "/api/runs", body);
  }

  post(runId: string, text: string) {
    return this.#send(MessageAccepted, `/api/runs/${runId}/messages`, { content: { text } });
  }

  run(runId: string) {
    return this.#get(RunView, `/api/runs/${runId}`);
  }

  /** Events behind `after`; waits up to `wait` seconds for a first one. */
  async events(runId: string, after: number, wait: number): Promise<readonly EventView[]> {
    return (await this.#get(pageOf(EventView), `/api/runs/${runId}/events?after=${after}&wait=${wait}`)).items;
  }

  /** All revisions, oldest first. */
  async revisions(runId: string): Promise<readonly RevisionView[]> {
    const { items } = await this.#get(pageOf(RevisionView), `/api/runs/${runId}/revisions?limit=100`);
    return items.toSorted((one, other) => one.dag_version - other.dag_version);
  }

  artifact(runId: string, artifactId: string) {
    return this.#get(ArtifactView, `/api/runs/${runId}/artifacts/${artifactId}`);
  }

  async messages(sessionId: string): Promise<readonly MessageView[]> {
    return (await this.#get(pageOf(MessageView), `/api/sessions/${sessionId}/messages?limit=100`)).items;
  }

  async followups(sessionId: string): Promise<readonly FollowupView[]> {
    return (await this.#get(pageOf(FollowupView), `/api/followups?session_id=${sessionId}`)).items;
  }

  #get<T>(schema: z.ZodType<T>, path: string): Promise<T> {
    return this.#ask(schema, path, { method: "GET" });
  }

  #send<T>(schema: z.ZodType<T>, path: string, body: unknown): Promise<T> {
    return this.#ask(schema, path, { method: "POST", body: JSON.stringify(body) });
  }

  async #ask<T>(schema: z.ZodType<T>, path: string, request: RequestInit): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, "content-type": "application/json" };
    const response = await fetch(`${this.#origin}${path}`, { ...request, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${request.method} ${path} was answered with ${response.status}: ${text}`);
    return schema.parse(JSON.parse(text));
  }
}
