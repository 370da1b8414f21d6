import type { TestAnswer } from "../support/http.ts";
import type { Act } from "./act.ts";
import type { Acting } from "./acts.ts";
import type { Dice } from "./dice.ts";
import { checkComplete, checkImported, checkWhole, type Document } from "./documents.ts";
import type { MailboxRow } from "./invariants/rows.ts";
import { failedRunsOf, type Known } from "./known.ts";
import { pkOf } from "./lives.ts";
import type { Host } from "./process.ts";
import type { Promises } from "./promises.ts";
import { must } from "./violation.ts";

/** An export as far as it is read. `upTo`: the last number that its session had when the first page was answered. */
type Begun = Document & { readonly upTo: number };

/** How long a key is surely known, in milliseconds: less than it is, because clocks differ. */
const KEPT_MS = 580_000;

/** Who imports what others exported. */
const friend = "kim";

/** What a person can do with whole sessions and with runs that failed. */
export class SessionActs {
  readonly #owner: string;
  readonly #machine: Host;
  readonly #promises: Promises;
  readonly #sessions: Known[];
  readonly #dice: Dice;
  readonly #documents: Document[] = [];
  /** Does something later, without counting it. */
  readonly #plan: (act: Act, inMs: number) => void;
  #keys = 0;
  /** Under whose key they imported last. */
  #used: { readonly owner: string; readonly key: string | null } | null = null;

  constructor(of: Acting & { readonly plan: (act: Act, inMs: number) => void }) {
    this.#owner = of.owner;
    this.#machine = of.machine;
    this.#promises = of.promises;
    this.#sessions = of.sessions;
    this.#dice = of.dice;
    this.#plan = of.plan;
  }

  /** Deletes a session; some want it back: by the request that opened it, or from what they exported. */
  remove({ id, opening }: Known): Act {
    const { lives } = this.#machine;
    const turn = lives.turn(pkOf(id));
    return {
      request: { route: "DELETE /api/sessions/{session_id}", path: { session_id: id } },
      key: null,
      answered: ({ status }) => {
        if (status !== 204) return;
        const isGone = lives.isGone(pkOf(id)) || lives.turn(pkOf(id)) !== turn;
        must(9, isGone, () => `${id} was deleted and is there`);
        if (opening !== undefined && this.#dice.chance(0.5))
          this.#plan(opening, this.#dice.pick([500, 10_000, 1_930_000, 1_990_000, 2_500_000]));
        const document = this.#documents.find(({ session }) => session.id === id);
        if (document !== undefined && this.#dice.chance(0.5)) this.#plan(this.#importOf(document), 5_000);
      },
    };
  }

  /** Exports a session, page by page; some delete it before they have it. */
  export(session: Known): Act {
    if (this.#dice.chance(0.3)) this.#plan(this.remove(session), this.#dice.between(0, 150));
    const { id } = session;
    const { lives, shadow } = this.#machine;
    const pk = pkOf(id);
    const seqNow = () =>
      ((shadow.partition(pk).get("MAILBOX") as MailboxRow | null) ?? lives.end(pk)?.mailbox)?.seq ?? 0;
    const limit = this.#dice.pick<Readonly<Record<string, string>>>([{}, { limit: "10" }, { limit: "40" }]);
    const first = { seq: seqNow(), writes: lives.writes(pk) };
    const page = (before: Begun | null, cursor: { readonly cursor?: string }): Act => ({
      request: {
        route: "GET /api/sessions/{session_id}/export",
        path: { session_id: id },
        query: { ...limit, ...cursor },
      },
      key: null,
      answered: ({ status, body }) => {
        if (status !== 200) return;
        const begun = before ?? { session: body.session, waiting: body.waiting, items: [], upTo: seqNow() };
        const document: Begun = { ...begun, items: [...begun.items, ...body.items] };
        if (body.next_cursor !== null) return this.#plan(page(document, { cursor: body.next_cursor }), 0);
        checkWhole(document, first.seq, document.upTo);
        if (lives.writes(pk) === first.writes) checkComplete(document, shadow.partition(pk));
        const { upTo: _upTo, ...whole } = document;
        this.#keep(whole);
      },
    });
    return page(null, {});
  }

  #keep(document: Document): void {
    this.#machine.deeds.happened("session_exported");
    this.#documents.push(document);
    // What was promised there must not be promised twice.
    const promises = document.items.some(({ kind, record }) => kind === "wake" && record["status"] === "scheduled");
    if (promises || this.#dice.chance(0.6)) this.#plan(this.#importOf(document), this.#dice.pick([0, 2_000, 60_000]));
  }

  /** Makes a session of what was exported before. */
  import(): Act | null {
    return this.#documents.length === 0 ? null : this.#importOf(this.#dice.pick(this.#documents));
  }

  upload({ id }: Known): Act {
    const body = { name: "notes.txt", media_type: "text/plain", text: "The ant is red." };
    return {
      request: { route: "POST /api/sessions/{session_id}/uploads", path: { session_id: id }, body },
      key: null,
      answered: ({ status }) => this.#machine.deeds.happened("source_uploaded", status === 201),
    };
  }

  /** Tries a run again: one that failed if there is one. */
  retry(session: Known): Act {
    const failed = failedRunsOf(this.#machine, session.id);
    const runs = failed.length > 0 && this.#dice.chance(0.8) ? failed : session.runs;
    const key = this.#key(0.6);
    let acceptedAt = Number.NEGATIVE_INFINITY;
    const act: Act = {
      request: { route: "POST /api/runs/{run_id}/retry", path: { run_id: this.#dice.pick(runs) } },
      key,
      answered: ({ status, body }) => {
        const isRefused = status === 409 && body.code === "run_not_failed";
        this.#machine.deeds.happened("retry_refused", isRefused);
        const isKnown = key !== null && this.#machine.now - acceptedAt < KEPT_MS;
        must(1, !(isRefused && isKnown), () => `a retry that was accepted under ${key} is refused under it`);
        if (status !== 202) return;
        acceptedAt = this.#machine.now;
        const { event_id, seq } = body;
        this.#machine.deeds.happened("retry_accepted");
        this.#promises.accept({ event_id, seq, session_id: session.id, key, at: this.#machine.now });
        session.entries.push(event_id);
        // An impatient one clicks again, or their program sends it again.
        if (this.#dice.chance(0.8))
          this.#plan(this.#dice.chance(0.7) ? act : this.retry(session), this.#dice.between(0, 3_000));
      },
    };
    return act;
  }

  list(): Act {
    const { lives } = this.#machine;
    const gone = this.#sessions.map(({ id }) => ({ id, turn: lives.turn(pkOf(id)) }));
    const before = gone.filter(({ id }) => lives.isGone(pkOf(id)));
    return {
      request: { route: "GET /api/sessions" },
      key: null,
      answered: ({ status, body }) => {
        const listed = new Set(status === 200 ? body.items.map(({ id }: { readonly id: string }) => id) : []);
        const wrong = before.find(({ id, turn }) => listed.has(id) && lives.turn(pkOf(id)) === turn);
        must(9, wrong === undefined, () => `${wrong?.id} is listed and gone`);
      },
    };
  }

  #importOf(document: Document): Act {
    // Some take a key that stands for another document, as a program with a mistake would.
    const used = this.#dice.chance(0.2) ? this.#used : null;
    const { owner, key } = used ?? { owner: this.#dice.chance(0.3) ? friend : this.#owner, key: this.#key(0.8) };
    this.#used = { owner, key };
    const body = { format: "followthrough-session", version: 1, ...document };
    const act: Act = {
      request: { route: "POST /api/sessions/import", body },
      as: owner,
      key,
      answered: (answer) => this.#imported(document, act, answer),
    };
    return act;
  }

  #imported(document: Document, act: Act, { status, body }: TestAnswer): void {
    const { as: owner = "", key } = act;
    const { lives, deeds } = this.#machine;
    const isRefused = status === 422 && body.code === "idempotency_key_reused";
    deeds.happened("import_refused", isRefused);
    must(1, isRefused || status === 201 || status === 503, () => `an import is answered ${JSON.stringify(body)}`);
    if (status !== 201) return;
    const { id } = body;
    const isRepeat = key !== null && this.#promises.imported(owner, key, id);
    deeds.happened(isRepeat ? "import_repeated" : "session_imported");
    deeds.happened("session_imported_of_a_removed_one", lives.isGone(pkOf(document.session.id)));
    const rows = lives.importedAs(pkOf(id));
    must(1, rows !== undefined, () => `${id} was imported and was never there`);
    if (rows !== undefined) checkImported(document, rows, id);
    if (isRepeat) return;
    if (key !== null && this.#dice.chance(0.5)) this.#plan(act, this.#dice.pick([100, 60_000]));
    if (owner === this.#owner) this.#know(document, id, key === null ? {} : { opening: act });
  }

  /** From now on it is one of theirs. */
  #know(document: Document, id: string, opening: Pick<Known, "opening">): void {
    const runs = document.items.flatMap(({ kind, record }) =>
      kind === "run" ? [`run_${id.slice(4)}_${String(record["turn"])}`] : [],
    );
    const entries = document.items.flatMap(({ kind, record }) =>
      kind === "entry" ? [String((record["entry"] as { readonly event_id: string }).event_id)] : [],
    );
    if (runs.length === 0 || entries.length === 0) return;
    const known = { id, agent: document.session.agent, runs, entries, ...opening };
    this.#sessions.push(known);
    if (this.#dice.chance(0.15)) this.#plan(this.remove(known), 3_000);
  }

  #key(probability: number): string | null {
    this.#keys += 1;
    return this.#dice.chance(probability) ? `${this.#owner}-s${this.#keys}` : null;
  }
}
