import type { Agenda } from "./agenda.ts";
import type { VirtualClock } from "./clock.ts";

/** What moving the clock needs of the rest of the stack. */
export interface TimeTravelOptions {
  readonly clock: VirtualClock;
  /** Everything in which something can become due. */
  readonly agendas: readonly Agenda[];
  /** Waits until nothing moves; false when it did not come to rest in time. */
  readonly settle: () => Promise<boolean>;
  /** Called after each step of the clock, so that it survives a restart. */
  readonly onMoved: (now: number) => void;
}

/** The stack did not come to rest, so the clock cannot be moved without skipping what still runs. */
export class NotSettled extends Error {
  override readonly name = "NotSettled";
}

/** Steps without the clock moving, after which something is due over and over. */
const stepsAtOnce = 10_000;

/** Moves the virtual clock from one due thing to the next, letting each run to its end before the next one comes. */
export class TimeTravel {
  readonly #options: TimeTravelOptions;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: TimeTravelOptions) {
    this.#options = options;
  }

  /** Lets everything happen that is due up to `target`, then stands at `target`. One caller after the other. */
  advanceTo(target: () => number): Promise<number> {
    const turn = this.#queue.then(() => this.#advance(target()));
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #advance(target: number): Promise<number> {
    const { clock } = this.#options;
    let standing = 0;
    await this.#rest();
    for (let next = await this.#nextDueAt(); next !== undefined && next <= target; next = await this.#nextDueAt()) {
      standing = next > clock.now() ? 0 : standing + 1;
      if (standing > stepsAtOnce) throw new NotSettled(`something is due at ${next} again and again`);
      await this.#moveTo(next);
    }
    await this.#moveTo(target);
    return clock.now();
  }

  async #moveTo(time: number): Promise<void> {
    const { clock, agendas, onMoved } = this.#options;
    clock.set(time);
    onMoved(clock.now());
    for (const agenda of agendas) await agenda.release();
    await this.#rest();
  }

  async #nextDueAt(): Promise<number | undefined> {
    const times = await Promise.all(this.#options.agendas.map((agenda) => agenda.nextDueAt()));
    const known = times.filter((time) => time !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  async #rest(): Promise<void> {
    if (!(await this.#options.settle())) throw new NotSettled("the stack did not come to rest in time");
  }
}
