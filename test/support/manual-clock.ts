import type { Clock, Ids } from "../../shared/ports/clock.ts";

/** A clock that stands still until it is moved. Pauses end at once; nothing in a test really waits. */
export class ManualClock implements Clock {
  #now: number;
  readonly #beats = new Set<() => void>();

  constructor(start = Date.UTC(2026, 6, 18, 8, 30)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }

  every(_ms: number, work: () => void): () => void {
    this.#beats.add(work);
    return () => this.#beats.delete(work);
  }

  /** Moves the time forward. */
  advance(ms: number): void {
    this.#now += ms;
  }

  /** Lets everything that renews itself do so once. */
  beat(): void {
    for (const work of this.#beats) work();
  }
}

/** Ids that count up, the same in every run. */
export function countingIds(): Ids {
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  return {
    ulid: () => `01J${String(next()).padStart(23, "0")}`,
    token: () => `token-${next()}`,
  };
}
