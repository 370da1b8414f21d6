import type { RingMessage } from "../../shared/ports/queues.ts";
import type { Dice } from "./dice.ts";
import type { Faults } from "./faults.ts";

/** One-time schedules by name. They ring within the minute after their time, when nothing goes wrong. */
export class SimBells {
  readonly #dice: Dice;
  readonly #faults: Faults;
  readonly #bells = new Map<string, { readonly ring: RingMessage; readonly at: number; readonly setAt: number }>();

  constructor(dice: Dice, faults: Faults) {
    this.#dice = dice;
    this.#faults = faults;
  }

  /** Sets a bell; one that is there already stays as it is, as CreateSchedule has it. */
  set(ring: RingMessage, at: number, now: number): void {
    if (this.#bells.has(ring.followup_id)) return;
    const rings = at + this.#wrongness() + this.#dice.between(0, 59_000);
    this.#bells.set(ring.followup_id, { ring, at: rings, setAt: now });
  }

  /** When the bell of a wake was set; null when there is none. */
  setAt(followupId: string): number | null {
    return this.#bells.get(followupId)?.setAt ?? null;
  }

  remove(ring: RingMessage): void {
    this.#bells.delete(ring.followup_id);
  }

  /** When the next bell rings; null when none will. */
  next(): number | null {
    return [...this.#bells.values()].reduce<number | null>(
      (first, { at }) => (first === null || at < first ? at : first),
      null,
    );
  }

  /** Takes out what rings by now. */
  ring(now: number): readonly RingMessage[] {
    const due = [...this.#bells].filter(([, { at }]) => at <= now);
    return due.flatMap(([name, { ring }]) => {
      this.#bells.delete(name);
      if (this.#faults.strikes("bell_never", 12)) return [];
      return this.#faults.strikes("bell_twice", 12) ? [ring, ring] : [ring];
    });
  }

  #wrongness(): number {
    if (this.#faults.strikes("bell_late", 12)) return this.#dice.between(60_000, 900_000);
    return this.#faults.strikes("bell_early", 12) ? -this.#dice.between(60_000, 900_000) : 0;
  }
}
