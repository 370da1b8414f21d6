import * as z from "zod";
import { FollowupView } from "../../shared/contracts/followup.ts";
import { MessageAccepted } from "../../shared/contracts/message.ts";
import { pageOf } from "../../shared/contracts/page.ts";
import { RunAccepted, RunView } from "../../shared/contracts/run.ts";
import type { Dice } from "../sim/dice.ts";
import type { Caller, Heard } from "./caller.ts";
import type { Ledger } from "./ledger.ts";

const note = `# Energy use

The hall used 40 MWh in 2024. The school used 25 MWh in 2024.

Heating is the largest part of energy use. Lighting is a small part of it.

New windows saved energy in the school in 2023.`;
const other = "# Water\n\nThe pool used 900 cubic metres of water in 2024. Rain was stored in a tank in 2023.";
const sources = [
  { name: "energy.md", media_type: "text/markdown", text: note },
  { name: "water.md", media_type: "text/markdown", text: other },
];
const sayings = [
  "Expand the second point",
  "Why is the first point true?",
  "Make it a table",
  "Make it shorter",
  "Add a section on heating",
];
/** After so many, a person opens no further session. */
const sessionsAtMost = 6;

type Act = "open" | "say" | "schedule" | "cancel_wake" | "answer" | "cancel_run";
const acts: readonly (readonly [Act, number])[] = [
  ["open", 3],
  ["say", 8],
  ["schedule", 4],
  ["cancel_wake", 2],
  ["answer", 2],
  ["cancel_run", 1],
];

/** A request whose repeat is the same request. */
type Post = { readonly path: string; readonly body: object; readonly mark: string; readonly session_id: string | null };
type Talk = { readonly session_id: string; run_id: string };

const OpenQuestions = pageOf(z.object({ id: z.string(), status: z.string() }));

/**
 * Somebody who has several conversations, notes whatever is acknowledged, and mostly repeats what nobody answered or what
 * failed (a database that was killed first), with the same key, as a client should.
 */
export class BusyPerson {
  readonly caller: Caller;
  readonly #ledger: Ledger;
  readonly #dice: Dice;
  readonly #talks: Talk[] = [];
  readonly #unheard: Post[] = [];
  #sent = 0;

  constructor(caller: Caller, ledger: Ledger, dice: Dice) {
    this.caller = caller;
    this.#ledger = ledger;
    this.#dice = dice;
  }

  /** Does some things, one after the other, until nobody answers any more. `onHeard` is called for each answer. */
  async act(times: number, onHeard: () => void): Promise<void> {
    if (!((await this.repeat()) && (await this.look()))) return;
    for (let done = 0; done < times; done += 1) {
      if (!(await this.#one())) return;
      onHeard();
    }
  }

  /** Sends again what nobody answered. False: nobody answers now either. */
  async repeat(): Promise<boolean> {
    for (let post = this.#unheard.pop(); post !== undefined; post = this.#unheard.pop()) {
      if (!(await this.#post(post))) return false;
    }
    return true;
  }

  /** Notes what the agent promised in every conversation. False: nobody answers. */
  async look(): Promise<boolean> {
    for (const talk of this.#talks) if ((await this.#promises(talk)) === null) return false;
    return true;
  }

  async #one(): Promise<boolean> {
    const talk = this.#talks.length === 0 ? undefined : this.#dice.pick(this.#talks);
    const act = this.#dice.weighted(acts);
    if (talk === undefined || (act === "open" && this.#talks.length < sessionsAtMost)) return await this.#open(talk);
    switch (act) {
      case "open":
      case "say":
        return await this.#say(talk, this.#dice.pick(sayings));
      case "schedule":
        return await this.#say(talk, "Please check back in 1 minute about heating");
      case "cancel_wake":
        return await this.#cancelWake(talk);
      case "answer":
        return await this.#answer(talk);
      case "cancel_run":
        return await this.#cancelRun(talk);
    }
  }

  /** A run in a new session, or sometimes one more in a session that there is. Every other one leaves its topic open. */
  async #open(talk: Talk | undefined): Promise<boolean> {
    const mark = this.#mark();
    const session_id = talk !== undefined && this.#dice.chance(0.3) ? talk.session_id : null;
    const input = this.#dice.chance(0.5) ? `Write a report on energy use ${mark}` : `Write a report ${mark}`;
    const body = { agent: "report", input, sources, ...(session_id === null ? {} : { session_id }) };
    return await this.#post({ path: "/api/runs", body, mark, session_id });
  }

  #say(talk: Talk, text: string): Promise<boolean> {
    const mark = this.#mark();
    const body = { content: { text: `${text} ${mark}` } };
    return this.#post({ path: `/api/runs/${talk.run_id}/messages`, body, mark, session_id: talk.session_id });
  }

  async #answer(talk: Talk): Promise<boolean> {
    const heard = await this.caller.send("GET", `/api/runs/${talk.run_id}/questions`);
    if (heard.kind === "unheard") return false;
    const question = OpenQuestions.safeParse(heard.body).data?.items.find(({ status }) => status === "open");
    if (question === undefined) return await this.#say(talk, this.#dice.pick(sayings));
    const mark = this.#mark();
    const body = { content: { text: mark }, answers: { [question.id]: "Energy use" } };
    return await this.#post({ path: `/api/runs/${talk.run_id}/messages`, body, mark, session_id: talk.session_id });
  }

  async #cancelWake(talk: Talk): Promise<boolean> {
    const promises = await this.#promises(talk);
    if (promises === null) return false;
    const [first] = promises;
    if (first === undefined) return true;
    const { session_id } = talk;
    const heard = await this.caller.send("DELETE", `/api/followups/${first}?session_id=${session_id}`);
    if (heard.kind === "unheard") return false;
    if (heard.status === 200) this.#ledger.note({ what: "wake_cancelled", session_id, followup_id: first });
    return true;
  }

  async #cancelRun(talk: Talk): Promise<boolean> {
    const { session_id, run_id } = talk;
    const heard = await this.caller.send("POST", `/api/runs/${run_id}/cancel`);
    if (heard.kind === "unheard") return false;
    if (heard.status !== 200) return true;
    this.#ledger.note({ what: "run_canceled", session_id, run_id });
    // Nobody talks to a run that was withdrawn before it began.
    if (RunView.parse(heard.body).dag_version === 0) this.#talks.splice(this.#talks.indexOf(talk), 1);
    return true;
  }

  /** What the agent has promised and not kept yet; null: nobody answers. */
  async #promises({ session_id }: Talk): Promise<readonly string[] | null> {
    const heard = await this.caller.send("GET", `/api/followups?session_id=${session_id}`);
    if (heard.kind === "unheard") return null;
    const ids = (pageOf(FollowupView).safeParse(heard.body).data?.items ?? []).map(({ followup_id }) => followup_id);
    for (const followup_id of ids) this.#ledger.note({ what: "promised", session_id, followup_id });
    return ids;
  }

  async #post(post: Post): Promise<boolean> {
    const heard = await this.caller.send("POST", post.path, { body: post.body, key: `key-${post.mark}` });
    if (heard.kind === "heard" && heard.status < 500) this.#noteAccepted(post, heard);
    else if (this.#dice.chance(0.75)) this.#unheard.push(post);
    else this.#ledger.note({ what: "unheard", session_id: post.session_id, mark: post.mark });
    return heard.kind === "heard";
  }

  /** An answer that refuses, such as 429 of a full mailbox, acknowledges nothing. */
  #noteAccepted({ path, mark, session_id }: Post, { status, body }: Extract<Heard, { kind: "heard" }>): void {
    if (status !== 202) return;
    if (path === "/api/runs") {
      const run = RunAccepted.parse(body);
      this.#talks.push({ session_id: run.session_id, run_id: run.id });
      this.#ledger.note({ what: "accepted", session_id: run.session_id, run_id: run.id, event_id: run.event_id, mark });
      return;
    }
    const run_id = path.split("/")[3] ?? "";
    const { event_id } = MessageAccepted.parse(body);
    this.#ledger.note({ what: "accepted", session_id: session_id ?? "", run_id, event_id, mark });
  }

  /** Words that nothing else has. */
  #mark(): string {
    this.#sent += 1;
    return `note-${this.caller.owner}-${this.#sent}-`;
  }
}
