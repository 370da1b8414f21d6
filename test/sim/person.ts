import type { TestAnswer } from "../support/http.ts";
import { type Act, Acts } from "./acts.ts";
import type { Dice } from "./dice.ts";
import { type Known, wakesOf } from "./known.ts";
import type { Machine } from "./machine.ts";
import type { Promises } from "./promises.ts";
import type { SimFunctions } from "./sim-functions.ts";
import { must, Violation } from "./violation.ts";

/** What people do, as often as this says; in haste they change their minds about what they just sent. */
const habits = {
  calm: [
    ["say", 44],
    ["answer", 20],
    ["burst", 18],
    ["run", 9],
    ["edit", 4],
    ["withdraw", 4],
    ["cancel", 6],
    ["cancelWake", 9],
    ["look", 5],
    ["repeat", 6],
    ["archive", 2],
  ],
  hasty: [
    ["say", 40],
    ["edit", 22],
    ["withdraw", 12],
    ["cancel", 10],
    ["run", 8],
    ["repeat", 10],
  ],
} as const;

type Habit = (typeof habits)[keyof typeof habits][number][0];

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
  /** When they do something next; null when they are done. */
  next: number | null;
  readonly sessions: Known[];
  readonly #owner: string;
  readonly #intrudes: boolean;
  readonly #machine: Machine;
  readonly #functions: SimFunctions;
  readonly #dice: Dice;
  readonly #acts: Acts;
  readonly #past: Act[] = [];
  #left: number;
  #burst = 0;

  /** `intrudesOn`: whose sessions they try to get at; absent: they have their own. */
  constructor({ acts, machine, functions, promises }: Place, owner: string, intrudesOn?: Person) {
    this.#owner = owner;
    this.sessions = intrudesOn?.sessions ?? [];
    this.#intrudes = intrudesOn !== undefined;
    this.#left = acts;
    this.#machine = machine;
    this.#functions = functions;
    this.#dice = machine.dice.fork();
    this.#acts = new Acts({ owner, machine, promises, sessions: this.sessions, dice: this.#dice });
    this.next = acts === 0 ? null : machine.now;
  }

  /** Does the next thing. */
  async act(): Promise<void> {
    this.#left -= 1;
    const act = this.#decide();
    this.next = this.#whenNext();
    if (act === null) return;
    if (act.key !== null) this.#past.push(act);
    await this.#send(act);
    // Their program saw no answer in time and sends it again, while the first may still be at it.
    if (this.#machine.faults.strikes("client_gives_up", 2)) await this.#send(act);
  }

  #whenNext(): number | null {
    if (this.#left <= 0) return null;
    if (this.#burst > 0) {
      this.#burst -= 1;
      return this.#machine.now + this.#dice.pick([0, 30, 200, 1_000, 3_000]);
    }
    const wake = this.#dice.chance(0.4) ? this.#nextWake() : undefined;
    const pause = this.#dice.pick([500, 3_000, 10_000, 30_000, 90_000, 400_000]);
    return wake === undefined ? this.#machine.now + pause : wake + this.#dice.between(-3_000, 1_000);
  }

  /** When a wake is due soon: much can go wrong just then, so that is when they write. */
  #nextWake(): number | undefined {
    const soon = this.sessions.flatMap(({ id }) => wakesOf(this.#machine, id)).map(({ fires_at }) => Number(fires_at));
    return soon.find((at) => at > this.#machine.now && at < this.#machine.now + 1_200_000);
  }

  #send({ request, key, answered }: Act): Promise<void> {
    const headers: Record<string, string> = key === null ? {} : { "idempotency-key": key };
    return this.#functions.call({ ...request, owner: this.#owner, headers }, (answer) => {
      if (answer === null) return;
      try {
        must(0, answer.status !== 500, () => `${request.route} answers 500: ${JSON.stringify(answer.body)}`);
        if (this.#intrudes) checkIntrusion(request.route, answer);
        else answered(answer);
      } catch (error) {
        if (!(error instanceof Violation)) throw error;
        this.#machine.fail(error);
      }
    });
  }

  #decide(): Act | null {
    const session = this.sessions.length === 0 ? undefined : this.#dice.pick(this.sessions);
    if (session === undefined || (this.sessions.length < 2 && this.#dice.chance(0.04)))
      return this.#intrudes ? null : this.#acts.newSession();
    const habit = this.#dice.weighted<Habit>(this.#burst > 0 ? habits.hasty : habits.calm);
    switch (habit) {
      case "burst":
        this.#burst = this.#dice.between(1, 3);
        return this.#acts.say(session);
      case "answer":
        return this.#acts.answer(session) ?? this.#acts.say(session);
      case "repeat":
        return this.#past.length === 0 ? null : this.#dice.pick(this.#past);
      default:
        return this.#acts[habit](session);
    }
  }
}

/** What belongs to another is answered like what does not exist. */
function checkIntrusion(route: string, { status, body }: TestAnswer): void {
  const isHidden = status === 404 && body?.code === "not_found";
  must(9, isHidden || status === 503, () => `${route} of another's is answered ${status} ${JSON.stringify(body)}`);
}
