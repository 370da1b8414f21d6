import type { Dice } from "./dice.ts";
import type { Faults } from "./faults.ts";

type Message = {
  readonly id: number;
  readonly body: string;
  /** From when it can be received. */
  at: number;
  receives: number;
  /** Of its newest delivery. */
  receipt: string | null;
};

/** A message as a worker is given it. */
export type Received = {
  readonly id: number;
  readonly receipt: string;
  readonly body: string;
  readonly receives: number;
};

/** Deliveries before a message goes to the dead letters, as deployed. */
const MAX_RECEIVES = 5;

/** A standard queue: at least once, in any order, with a visibility timeout and dead letters. */
export class SimQueue {
  readonly name: string;
  readonly visibilityMs: number;
  readonly #dice: Dice;
  readonly #faults: Faults;
  #messages: Message[] = [];
  #made = 0;
  readonly #dead: Message[] = [];

  constructor(of: {
    readonly name: string;
    readonly visibilityMs: number;
    readonly dice: Dice;
    readonly faults: Faults;
  }) {
    this.name = of.name;
    this.visibilityMs = of.visibilityMs;
    this.#dice = of.dice;
    this.#faults = of.faults;
  }

  /** Messages that the queue gave up on. */
  get deadLetters(): number {
    return this.#dead.length;
  }

  send(body: string, at: number): void {
    const late = this.#faults.strikes("message_late", 2) ? this.#dice.between(1_000, 90_000) : 0;
    this.#put(body, at + late);
    if (this.#faults.strikes("message_twice", 2)) this.#put(body, at + this.#dice.between(0, 60_000));
  }

  /** Whether anything can be received. */
  isReady(now: number): boolean {
    return this.#messages.some(({ at }) => at <= now);
  }

  /** When something can be received next; null when nothing is left. */
  next(): number | null {
    return this.#messages.reduce<number | null>((first, { at }) => (first === null || at < first ? at : first), null);
  }

  /** Whether a message with this in it is there, also one that is being worked on or still to come. */
  mentions(text: string): boolean {
    return this.#messages.some(({ body }) => body.includes(text));
  }

  /** Up to `most` messages, in whatever order; they come back after the visibility timeout unless they are deleted. */
  receive(now: number, most: number): readonly Received[] {
    const received: Received[] = [];
    for (let ready = this.#ready(now); ready.length > 0 && received.length < most; ready = this.#ready(now)) {
      const oldest = ready[0];
      const message = this.#dice.chance(0.7) ? oldest : this.#dice.pick(ready);
      if (message === undefined) break;
      if (message !== oldest) this.#faults.happened("message_out_of_order");
      received.push(this.#deliver(message, now));
    }
    return received;
  }

  delete(receipt: string): void {
    this.#messages = this.#messages.filter((message) => message.receipt !== receipt);
  }

  /** Changes when a message that is being worked on comes back. False when it was delivered anew or deleted since. */
  comeBack(receipt: string, at: number): boolean {
    const message = this.#messages.find((one) => one.receipt === receipt);
    if (message === undefined) return false;
    message.at = at;
    return true;
  }

  /** Puts up to `max` dead letters back; how many. */
  redrive(now: number, max: number): number {
    const back = this.#dead.splice(0, max);
    for (const { body } of back) this.#put(body, now);
    return back.length;
  }

  #ready(now: number): readonly Message[] {
    for (const message of this.#messages.filter(({ at, receives }) => at <= now && receives >= MAX_RECEIVES)) {
      this.#messages.splice(this.#messages.indexOf(message), 1);
      this.#dead.push(message);
    }
    return this.#messages.filter(({ at }) => at <= now);
  }

  #deliver(message: Message, now: number): Received {
    message.receives += 1;
    message.at = now + this.visibilityMs;
    const receipt = `${this.name}/${message.id}/${message.receives}`;
    message.receipt = receipt;
    return { id: message.id, receipt, body: message.body, receives: message.receives };
  }

  #put(body: string, at: number): void {
    this.#made += 1;
    this.#messages.push({ id: this.#made, body, at, receives: 0, receipt: null });
  }
}
