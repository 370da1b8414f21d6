import { type Contention, contentionWait } from "../../domain/contention-wait.ts";
import type { Clock } from "../../ports/clock.ts";

/** How a table waits for others. */
export type Waiting = {
  /** Numbers from 0 to 1, without 1. */
  readonly random: () => number;
  /** How long one write waits in all, in milliseconds. */
  readonly patienceMs: number;
};

/** How long one write may still wait for others. */
export class Patience {
  readonly #clock: Pick<Clock, "pause">;
  readonly #random: () => number;
  #leftMs: number;
  #tries = 0;

  constructor(clock: Pick<Clock, "pause">, { random, patienceMs }: Waiting) {
    this.#clock = clock;
    this.#random = random;
    this.#leftMs = patienceMs;
  }

  /** Waits before the next try. False, and at once, when it has waited for as long as it may. */
  async wait(why: Contention): Promise<boolean> {
    if (this.#leftMs <= 0) return false;
    const ms = Math.min(contentionWait(why, this.#tries, this.#random()), this.#leftMs);
    this.#tries += 1;
    this.#leftMs -= ms;
    await this.#clock.pause(ms);
    return true;
  }
}
