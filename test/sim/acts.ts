import type { TestAnswer } from "../support/http.ts";
import type { Act } from "./act.ts";
import type { Dice } from "./dice.ts";
import { answeredNow, type Known, openQuestionsOf, wakesOf } from "./known.ts";
import { pkOf } from "./lives.ts";
import type { Host } from "./process.ts";
import type { Promises } from "./promises.ts";
import { must } from "./violation.ts";
import { simWords } from "./words.ts";

const choices = ["revise", "enqueue", "enqueue", "reject", "rollback"] as const;

/** Who acts, in which world, and what they know of it. */
export type Acting = {
  readonly owner: string;
  readonly machine: Host;
  readonly promises: Promises;
  readonly sessions: Known[];
  readonly dice: Dice;
};

/** What a person can do, as requests; what is acknowledged is written into the promises. */
export class Acts {
  readonly #owner: string;
  readonly #machine: Host;
  readonly #promises: Promises;
  readonly #sessions: Known[];
  readonly #dice: Dice;
  #keys = 0;

  constructor(of: Acting) {
    this.#owner = of.owner;
    this.#machine = of.machine;
    this.#promises = of.promises;
    this.#sessions = of.sessions;
    this.#dice = of.dice;
  }

  newSession(): Act {
    const agent = this.#dice.pick(["memo", "memo", "jotter"]);
    return this.#startRun({ agent, input: this.#input(), ...this.#onBusy(0.2) });
  }

  run({ id, agent: own }: Known): Act {
    const agent = this.#dice.chance(0.8) ? own : this.#dice.pick(["memo", "jotter"]);
    return this.#startRun({ agent, input: this.#input(), session_id: id, ...this.#onBusy(0.6) });
  }

  say(session: Known): Act {
    const run_id = this.#dice.chance(0.8) ? (session.runs.at(-1) ?? "") : this.#dice.pick(session.runs);
    const content = { text: this.#text(), ...this.#attachments() };
    return this.#message(session, run_id, { content, ...this.#onBusy(0.3) });
  }

  /** Something that can wait until the run is over. */
  remark(session: Known): Act {
    return this.#message(session, session.runs.at(-1) ?? "", { content: { text: this.#text() }, on_busy: "enqueue" });
  }

  /** Answers what a run asks: by the question's id, in words, in words that do not fit, or with a question back. */
  answer(session: Known): Act | null {
    const open = openQuestionsOf(this.#machine, session.id);
    if (open.length === 0) return null;
    const { id, turn } = this.#dice.pick(open);
    const colour = this.#dice.pick(["red", "blue"]);
    const body = this.#dice.weighted<object>([
      [{ content: {}, answers: { [String(id)]: colour } }, 5],
      [{ content: { text: colour } }, 4],
      [{ content: {}, answers: { [String(id)]: "green" } }, 1],
      [{ content: { text: "What do you mean?" } }, 1],
    ]);
    return this.#message(session, `run_${session.id.slice(4)}_${Number(turn)}`, body);
  }

  edit(session: Known): Act {
    const event_id = this.#recent(session);
    const request = {
      route: "PATCH /api/sessions/{session_id}/mailbox/{event_id}",
      path: { session_id: session.id, event_id },
    };
    if (this.#dice.chance(0.25)) {
      const body = this.#dice.chance(0.5) ? { position: 1 } : { before: this.#recent(session) };
      return { request: { ...request, body }, key: null, answered: () => undefined };
    }
    return {
      request: { ...request, body: { text: this.#text() } },
      key: null,
      answered: ({ status }) => {
        if (status < 300) this.#promises.edit(event_id);
      },
    };
  }

  /** Takes back something that was sent lately, or what is being answered, as a list of what waits shows it. */
  withdraw(session: Known): Act {
    const answered = answeredNow(this.#machine, session.id);
    const isLate = answered.length > 0 && this.#dice.chance(0.5);
    const event_id = isLate ? this.#dice.pick(answered) : this.#recent(session);
    return {
      request: {
        route: "DELETE /api/sessions/{session_id}/mailbox/{event_id}",
        path: { session_id: session.id, event_id },
      },
      key: null,
      answered: ({ status }) => {
        if (status < 300) this.#promises.withdrawn.add(event_id);
      },
    };
  }

  cancel(session: Known): Act {
    const run_id = this.#dice.chance(0.8) ? (session.runs.at(-1) ?? "") : this.#dice.pick(session.runs);
    const how = this.#dice.chance(0.4) ? { body: { work: "discard" } } : {};
    return {
      request: { route: "POST /api/runs/{run_id}/cancel", path: { run_id }, ...how },
      key: null,
      answered: () => undefined,
    };
  }

  cancelWake(session: Known): Act | null {
    const wakes = wakesOf(this.#machine, session.id);
    if (wakes.length === 0) return null;
    const followup_id = String(this.#dice.pick(wakes)["followup_id"]);
    const query = { session_id: session.id };
    return {
      request: { route: "DELETE /api/followups/{followup_id}", path: { followup_id }, query },
      key: null,
      answered: ({ status }) => {
        if (status === 200) this.#promises.cancelled.push({ session_id: session.id, followup_id });
      },
    };
  }

  look(session: Known): Act {
    const run_id = this.#dice.pick(session.runs);
    const request = this.#dice.pick<Act["request"]>([
      { route: "GET /api/sessions/{session_id}/mailbox", path: { session_id: session.id } },
      { route: "GET /api/runs/{run_id}", path: { run_id } },
      { route: "GET /api/runs/{run_id}/events", path: { run_id } },
      { route: "GET /api/sessions/{session_id}/messages", path: { session_id: session.id } },
      { route: "GET /api/runs/{run_id}/questions", path: { run_id } },
      { route: "GET /api/followups", query: { session_id: session.id } },
    ]);
    // What waits may stand in another order than it came in.
    const isHistory = /events|messages/.test(request.route);
    return { request, key: null, answered: (answer) => (isHistory ? checkOrder(request.route, answer) : undefined) };
  }

  archive({ id }: Known): Act {
    return {
      request: { route: "POST /api/sessions/{session_id}/archive", path: { session_id: id } },
      key: null,
      answered: ({ status }) => {
        if (status === 200) this.#promises.archived.add(id);
      },
    };
  }

  #startRun(body: Readonly<Record<string, unknown>> & { readonly agent: string }): Act {
    const key = this.#key(0.8);
    const act: Act = {
      request: { route: "POST /api/runs", body },
      key,
      answered: ({ status, body: run }) => {
        if (status !== 202) return;
        const { id, session_id, event_id, seq } = run;
        this.#promises.accept({ event_id, seq, session_id, key, at: this.#machine.now });
        const known = this.#sessions.find((one) => one.id === session_id);
        if (known === undefined) {
          const opening = key === null || "session_id" in body ? {} : { opening: act };
          this.#sessions.push({ id: session_id, agent: body.agent, runs: [id], entries: [event_id], ...opening });
          return;
        }
        if (!known.runs.includes(id)) known.runs.push(id);
        known.entries.push(event_id);
      },
    };
    return act;
  }

  #message(session: Known, run_id: string, body: object): Act {
    const key = this.#key(0.6);
    return {
      request: { route: "POST /api/runs/{run_id}/messages", path: { run_id }, body },
      key,
      answered: ({ status, body: accepted }) => {
        const wasRemoved = this.#machine.lives.end(pkOf(session.id)) !== undefined;
        must(1, status !== 404 || wasRemoved, () => `a message to the known run ${run_id} is answered 404`);
        if (status !== 202) return;
        const { event_id, seq } = accepted;
        this.#promises.accept({ event_id, seq, session_id: session.id, key, at: this.#machine.now });
        session.entries.push(event_id);
      },
    };
  }

  #recent({ entries }: Known): string {
    return this.#dice.pick(entries.slice(-2));
  }

  #key(probability: number): string | null {
    this.#keys += 1;
    return this.#dice.chance(probability) ? `${this.#owner}-${this.#keys}` : null;
  }

  #onBusy(probability: number): { readonly on_busy?: string } {
    return this.#dice.chance(probability) ? { on_busy: this.#dice.pick(choices) } : {};
  }

  #attachments(): { readonly attachments?: readonly object[] } {
    if (!this.#dice.chance(0.04)) return {};
    return { attachments: [{ name: "notes.txt", media_type: "text/plain", text: "The ant is red." }] };
  }

  #input(): string {
    const words = Array.from({ length: this.#dice.between(1, 3) }, () => `add ${this.#dice.pick(simWords)}`).join(", ");
    return this.#dice.chance(0.15) ? `${words} and check back in 5 minutes` : words;
  }

  #text(): string {
    const word = this.#dice.pick(simWords);
    return this.#dice.weighted([
      [`add ${word}`, 30],
      // Too long for the mailbox itself.
      [`add ${word}${".".repeat(5_000)}`, 3],
      [`remove ${word}`, 18],
      [`add ${word}, remove ${this.#dice.pick(simWords)}`, 6],
      ["louder", 8],
      ["quieter", 6],
      ["why is that?", 14],
      ["check back in 5 minutes", 30],
      [`add ${word} and check back in 5 minutes`, 6],
      [`hmm, ${word}`, 5],
    ]);
  }
}

type Listed = { readonly items?: readonly { readonly seq: number }[] };

/** A history is listed by number, each once. */
function checkOrder(route: string, { status, body }: TestAnswer): void {
  const { items = [] } = (status === 200 ? body : {}) as Listed;
  const seqs = items.map(({ seq }) => seq);
  const isOrdered = seqs.every((seq, index) => index === 0 || seq > (seqs[index - 1] ?? 0));
  must(1, isOrdered, () => `${route} lists the numbers ${seqs.join(", ")}`);
}
