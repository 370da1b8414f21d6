import type { TestAnswer } from "../support/http.ts";
import type { Act } from "./act.ts";
import { Acts } from "./acts.ts";
import type { Dice } from "./dice.ts";
import { type Habit, habits } from "./habits.ts";
import type { MailboxRow } from "./invariants/rows.ts";
import { failedRunsOf, type Known, wakesOf } from "./known.ts";
import { pkOf } from "./lives.ts";
import type { Machine } from "./machine.ts";
import type { Promises } from "./promises.ts";
import { SessionActs } from "./session-acts.ts";
import type { Change, Item } from "./shadow.ts";
import type { SimFunctions } from "./sim-functions.ts";
import { must, Violation } from "./violation.ts";

type Urge = "retry" | "remove" | "export" | "upload" | "cancelWake" | "say";

const tempers = [
  ["calm", 5],
  ["restless", 3],
  ["tidy", 4],
] as const;

/** What everybody who acts in a simulated world is given. */
export type Place = {
  /** How often they do something. */
  readonly acts: number;
  readonly machine: Machine;
  readonly functions: SimFunctions;
  readonly promises: Promises;
};

/** Somebody who types, changes their mind, looks and waits; and an intruder who tries the same on them. */
export class Person {
  readonly sessions: Known[];
  readonly #owner: string;
  /** Whose sessions they try to get at; undefined when they have their own. */
  readonly #victim: Person | undefined;
  readonly #temper: Exclude<keyof typeof habits, "hasty">;
  readonly #machine: Machine;
  readonly #functions: SimFunctions;
  readonly #dice: Dice;
  readonly #acts: Acts;
  readonly #sessionActs: SessionActs;
  readonly #past: Act[] = [];
  /** What they are to do besides, and when. */
  #plans: { readonly at: number; readonly act: Act }[] = [];
  /** When they do something of their own next; null when they are done. */
  #next: number | null;
  #left: number;
  #burst = 0;
  #awaitsExpiry = false;
  #cameBack = false;

  /** `intrudesOn`: whose sessions they try to get at; absent: they have their own. */
  constructor({ acts, machine, functions, promises }: Place, owner: string, intrudesOn?: Person) {
    this.#owner = owner;
    this.sessions = intrudesOn?.sessions ?? [];
    this.#victim = intrudesOn;
    this.#left = acts;
    this.#machine = machine;
    this.#functions = functions;
    this.#dice = machine.dice.fork();
    this.#temper = intrudesOn === undefined ? this.#dice.weighted(tempers) : "prying";
    const common = { owner, machine, promises, sessions: this.sessions, dice: this.#dice };
    this.#acts = new Acts(common);
    this.#sessionActs = new SessionActs({ ...common, plan: (act, inMs) => this.#plan(act, machine.now + inMs) });
    this.#next = acts === 0 ? null : machine.now;
  }

  /** When they do something next; null when they are done. */
  get next(): number | null {
    const dues = [...this.#plans.map(({ at }) => at), ...(this.#next === null ? [] : [this.#next])];
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /** Does the next thing. */
  async act(): Promise<void> {
    const planned = this.#plans.find(({ at }) => at <= this.#machine.now);
    if (planned !== undefined) {
      this.#plans = this.#plans.filter((one) => one !== planned);
      return this.#send(planned.act);
    }
    const expiry = this.#awaitsExpiry ? this.#nextExpiry() : null;
    if (expiry !== null) {
      this.#next = expiry;
      return;
    }
    const act = this.#decide();
    // With nothing to get at yet, an intruder comes back.
    if (act !== null || this.#victim === undefined) this.#left -= 1;
    this.#next = this.#whenNext();
    if (act === null) return;
    if (act.key !== null) this.#past.push(act);
    await this.#send(act);
    // Their program saw no answer in time and sends it again, while the first may still be at it.
    if (this.#machine.faults.strikes("client_gives_up", 2)) await this.#send(act);
  }

  /** A follow-up of an agent rang while a run goes on: some close the session over it, before it can start. */
  notice(changes: readonly Change[]): void {
    const change = changes.find(({ sk, before, after }) => sk === "MAILBOX" && wakesIn(after) > wakesIn(before));
    const known = this.sessions.find(({ id }) => pkOf(id) === change?.pk);
    if (known === undefined || change?.after?.["active_turn"] === undefined || !this.#dice.chance(0.3)) return;
    this.#plan(this.#acts.archive(known), this.#machine.now + this.#dice.pick([0, 100, 1_000]));
  }

  #whenNext(): number | null {
    this.#awaitsExpiry = false;
    if (this.#left <= 0) return this.#comesBack();
    if (this.#victim !== undefined) return this.#soonAfter(this.#victim);
    if (this.#burst > 0) {
      this.#burst -= 1;
      return this.#machine.now + this.#dice.pick([0, 30, 200, 1_000, 3_000]);
    }
    if (this.#temper === "restless") return this.#machine.now + this.#dice.pick([50, 300, 1_000, 4_000, 20_000]);
    const expiry = this.#dice.chance(0.5) ? this.#nextExpiry() : null;
    this.#awaitsExpiry = expiry !== null;
    if (expiry !== null) return expiry;
    const wake = this.#dice.chance(0.6) ? this.#nextWake() : undefined;
    const pause = this.#dice.pick([500, 3_000, 10_000, 30_000, 90_000, 400_000]);
    if (wake === undefined) return this.#machine.now + pause;
    return wake + (this.#dice.chance(0.3) ? this.#dice.between(0, 250) : this.#dice.between(-2_500, 1_000));
  }

  /** When they are done, some come back once, when something that was promised is due. */
  #comesBack(): number | null {
    const wake = !this.#cameBack && this.#dice.chance(0.4) ? this.#nextWake() : undefined;
    if (wake === undefined) return null;
    this.#cameBack = true;
    this.#left = 1;
    return wake - this.#dice.between(0, 2_500);
  }

  /** What another sends still waits just after they sent it. Null when nothing of theirs will ever be there. */
  #soonAfter({ next, sessions }: Person): number | null {
    if (next === null && sessions.length === 0) return null;
    return Math.max(next ?? 0, this.#machine.now) + this.#dice.pick([10, 60, 300, 2_000]);
  }

  /** When a wake is due soon: much can go wrong just then, so that is when they write. */
  #nextWake(): number | undefined {
    const soon = this.sessions.flatMap(({ id }) => wakesOf(this.#machine, id)).map(({ fires_at }) => Number(fires_at));
    return soon.find((at) => at > this.#machine.now && at < this.#machine.now + 1_200_000);
  }

  /** When a session that nobody used may expire: just then they come back to it, or later if it was used after all. */
  #nextExpiry(): number | null {
    const { settings, lives, now } = this.#machine;
    const there = this.sessions.map(({ id }) => pkOf(id)).filter((pk) => lives.isThere(pk));
    if (settings.keepMs === null || there.length === 0) return null;
    const idle = Math.min(...there.map((pk) => lives.usedAt(pk))) + settings.keepMs;
    const at = (Math.floor(idle / 60_000) + 1) * 60_000;
    return at > now ? at + this.#dice.between(0, 120) : null;
  }

  #plan(act: Act, at: number): void {
    this.#plans.push({ at, act });
  }

  /** When what is left of an import that died is removed: somebody tries it once more just then, or at once. */
  #planAgain(act: Act): void {
    const stones = this.#machine.shadow.keys("S#").map((pk) => this.#machine.shadow.partition(pk).get("GONE"));
    const unfinished = stones.find((stone) => stone?.["digest"] !== undefined);
    const look = Number(unfinished?.["att_at"] ?? this.#machine.now);
    const swept = (Math.floor(look / 60_000) + 1) * 60_000 + this.#dice.between(0, 400);
    this.#plan(act, this.#dice.pick([this.#machine.now + 500, swept, swept]));
  }

  #send(act: Act): Promise<void> {
    const { request, key, as, answered } = act;
    const headers: Record<string, string> = key === null ? {} : { "idempotency-key": key };
    const sent = this.#seen(request);
    return this.#functions.call({ ...request, owner: as ?? this.#owner, headers }, (answer) => {
      const isImport = request.route === "POST /api/sessions/import";
      if (isImport && key !== null && (answer === null || answer.status === 503)) this.#planAgain(act);
      if (answer === null) return;
      try {
        must(0, answer.status !== 500, () => `${request.route} answers 500: ${JSON.stringify(answer.body)}`);
        if (sent !== null && this.#machine.lives.turn(sent.pk) === sent.turn) checkGone(request.route, answer);
        if (this.#victim !== undefined) checkIntrusion(request.route, answer);
        else answered(answer);
      } catch (error) {
        if (!(error instanceof Violation)) throw error;
        this.#machine.fail(error);
      }
    });
  }

  /** What is asked of a session that is not there any more; null when it is, or none is named. */
  #seen({ path, query, body }: Act["request"]): { readonly pk: string; readonly turn: number } | null {
    const named =
      path?.["session_id"] ?? query?.["session_id"] ?? (body as { session_id?: string } | undefined)?.session_id;
    const id = named ?? path?.["run_id"]?.replace(/^run_(\w+)_\d+$/, "ses_$1");
    if (id === undefined || !this.#machine.lives.isGone(pkOf(id))) return null;
    return { pk: pkOf(id), turn: this.#machine.lives.turn(pkOf(id)) };
  }

  /** Mostly one that is there; null for a new one. */
  #pickSession(): Known | null {
    const { lives } = this.#machine;
    const there = this.sessions.filter(({ id }) => !lives.isGone(pkOf(id)));
    if (there.length < 2 && this.#dice.chance(there.length === 0 ? 0.7 : 0.04)) return null;
    const among = there.length > 0 && this.#dice.chance(0.9) ? there : this.sessions;
    return among.length === 0 ? null : this.#dice.pick(among);
  }

  /** What the state of a session makes them do: most of it seldom happens to be done just when it matters. */
  #urge({ id }: Known): Urge | null {
    if (this.#awaitsExpiry && this.#dice.chance(0.4)) return "upload";
    if (failedRunsOf(this.#machine, id).length > 0 && this.#dice.chance(0.5)) return "retry";
    const waiting = wakesOf(this.#machine, id).filter(({ status }) => status === "scheduled");
    const due = waiting.map((wake) => Number(wake["fires_at"]) - this.#machine.now).find((ms) => Math.abs(ms) < 3_000);
    if (due !== undefined && this.#dice.chance(0.6)) return this.#dice.pick(["cancelWake", "say", "say"]);
    return waiting.length > 0 && this.#dice.chance(this.#temper === "tidy" ? 0.6 : 0.4)
      ? this.#dice.pick(["remove", "remove", "export", "cancelWake", "cancelWake"])
      : null;
  }

  /** One remark after the other, each of which can wait, while the run goes on and beyond its end. */
  #chatter(session: Known): Act {
    let at = this.#machine.now;
    for (let left = this.#dice.between(4, 12); left > 0; left -= 1) {
      at += this.#dice.between(20, 400);
      this.#plan(this.#acts.remark(session), at);
    }
    return this.#acts.say(session);
  }

  /** Some click twice, and the second is on its way before the first is done. */
  #cancelWake(session: Known): Act | null {
    const act = this.#acts.cancelWake(session);
    if (act !== null && this.#dice.chance(0.8)) this.#plan(act, this.#machine.now + this.#dice.between(0, 30));
    return act;
  }

  /** Some write on while their session is copied. */
  #export(session: Known): Act {
    if (this.#dice.chance(0.5))
      for (const ms of [this.#dice.between(0, 20), this.#dice.between(0, 80)])
        this.#plan(this.#acts.say(session), this.#machine.now + ms);
    return this.#sessionActs.export(session);
  }

  #doAsUrged(urge: Urge, session: Known): Act | null {
    if (urge === "cancelWake") return this.#cancelWake(session);
    if (urge === "export") return this.#export(session);
    return urge === "say" ? this.#acts.say(session) : this.#sessionActs[urge](session);
  }

  #decide(): Act | null {
    const session = this.#pickSession();
    if (session === null) return this.#victim === undefined ? this.#acts.newSession() : null;
    const urge = this.#urge(session);
    if (urge !== null) return this.#doAsUrged(urge, session);
    const habit = this.#dice.weighted<Habit>(this.#burst > 0 ? habits.hasty : habits[this.#temper]);
    switch (habit) {
      case "burst":
        this.#burst = this.#dice.between(1, 3);
        return this.#acts.say(session);
      case "chatter":
        return this.#chatter(session);
      case "answer":
        return this.#acts.answer(session) ?? this.#acts.say(session);
      case "cancelWake":
        return this.#cancelWake(session);
      case "repeat":
        return this.#past.length === 0 ? null : this.#dice.pick(this.#past);
      case "import":
        return this.#sessionActs.import() ?? this.#export(session);
      case "export":
        return this.#export(session);
      case "remove":
      case "upload":
      case "retry":
        return this.#sessionActs[habit](session);
      case "list":
        return this.#victim === undefined ? this.#sessionActs.list() : null;
      default:
        return this.#acts[habit](session);
    }
  }
}

/** How many follow-ups of agents wait in a mailbox. */
function wakesIn(mailbox: Item | null): number {
  const entries = Object.values((mailbox as MailboxRow | null)?.entries ?? {});
  return entries.filter(({ kind }) => kind === "wake").length;
}

/** What is gone is answered like what never was; only who deletes it again is told that it is. */
function checkGone(route: string, { status, body }: TestAnswer): void {
  const isDelete = route === "DELETE /api/sessions/{session_id}" && status === 204;
  const isHidden = status === 404 && body?.code === "not_found";
  must(9, isHidden || isDelete || status === 503, () => {
    return `${route} of what is gone is answered ${status} ${JSON.stringify(body)}`;
  });
}

/** What belongs to another is answered like what does not exist. */
function checkIntrusion(route: string, { status, body }: TestAnswer): void {
  const isHidden = status === 404 && body?.code === "not_found";
  must(9, isHidden || status === 503, () => `${route} of another's is answered ${status} ${JSON.stringify(body)}`);
}
