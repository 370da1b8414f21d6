import type { Api } from "./api.ts";
import { answered, happened, remark, revised, said } from "./screen.ts";

/** Seconds that one request waits for events. */
const waitSeconds = 3;

/** One session with an agent, played and shown. It remembers what was shown already. */
export class Story {
  readonly #api: Api;
  readonly #pass: () => Promise<unknown>;
  readonly #sessionId: string;
  #runId: string;
  #seq = 0;
  #version = 0;
  readonly #heard = new Set<string>();

  /** `pass` lets a few seconds of the stack's time go by, which stands still otherwise. */
  constructor(api: Api, run: { readonly id: string; readonly session_id: string }, pass: () => Promise<unknown>) {
    this.#api = api;
    this.#pass = pass;
    this.#runId = run.id;
    this.#sessionId = run.session_id;
  }

  /** Sends messages one right after the other and shows what comes of them. */
  async say(...texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      said(text);
      await this.#api.post(this.#runId, text);
    }
    await this.follow();
  }

  /** Shows events as they come until the run is over and nothing waits, then its answers and new revisions. */
  async follow(): Promise<void> {
    for (;;) {
      const events = await this.#api.events(this.#runId, this.#seq, waitSeconds);
      for (const event of events) happened(event);
      // Nothing for so long: then something waits for a later moment, such as a second try.
      if (events.length === 0) await this.#pass();
      this.#seq = events.at(-1)?.seq ?? this.#seq;
      const { status, waiting, failure } = await this.#api.run(this.#runId);
      if (status === "failed") throw new Error(`the run failed: ${failure?.code ?? "?"} ${failure?.message ?? ""}`);
      if (waiting === 0 && (status === "completed" || status === "canceled") && (await this.#isAllShown())) break;
    }
    await this.#showRevisions();
    await this.#showAnswers();
  }

  /** Goes on in the run that a wake started. */
  async followWake(): Promise<void> {
    const turn = Number(this.#runId.split("_").at(-1));
    this.#runId = this.#runId.replace(/_\d+$/, `_${turn + 1}`);
    this.#version = 0;
    await this.follow();
  }

  /** What is scheduled in the session. */
  async showScheduled(): Promise<void> {
    const followups = await this.#api.followups(this.#sessionId);
    if (followups.length === 0) remark("nothing is scheduled");
    for (const { followup_id, reason, fires_at, status } of followups) {
      remark(`${status}: ${followup_id} at ${fires_at} — ${reason}`);
    }
  }

  /** The number of key points in what was delivered last. */
  async points(): Promise<number> {
    const { delivery_id } = await this.#api.run(this.#runId);
    if (delivery_id === null) return 0;
    const { content } = await this.#api.artifact(this.#runId, delivery_id);
    const { sections } = content as { readonly sections?: readonly { id: string; claims: readonly unknown[] }[] };
    return sections?.find(({ id }) => id === "points")?.claims.length ?? 0;
  }

  async #isAllShown(): Promise<boolean> {
    return (await this.#api.events(this.#runId, this.#seq, 0)).length === 0;
  }

  async #showRevisions(): Promise<void> {
    const fresh = (await this.#api.revisions(this.#runId)).filter(({ dag_version }) => dag_version > this.#version);
    for (const revision of fresh) revised(revision);
    this.#version = fresh.at(-1)?.dag_version ?? this.#version;
  }

  /** Acknowledgements were shown as events; a delivery that a later one replaced already is not shown. */
  async #showAnswers(): Promise<void> {
    const messages = (await this.#api.messages(this.#sessionId)).filter(({ id }) => !this.#heard.has(id));
    for (const { id } of messages) this.#heard.add(id);
    const spoken = messages.filter(({ role, artifact_id }) => role === "assistant" && artifact_id !== null);
    for (const { text } of spoken) answered(text);
  }
}
