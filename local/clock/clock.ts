/** What time it is for everything that runs in the stack. */
export interface Clock {
  readonly mode: "real" | "virtual";
  /** Epoch milliseconds. */
  now(): number;
}

/** The clock of the machine. `Date.now` is read at each call, so a replaced `Date` is not noticed here. */
const machineNow = Date.now.bind(Date);
export const realClock: Clock = { mode: "real", now: () => machineNow() };

/** A clock that stands still until it is set. Other threads read the same cell. */
export class VirtualClock implements Clock {
  readonly mode = "virtual";
  readonly cell: SharedArrayBuffer;
  readonly #now: BigInt64Array;

  constructor(startMs: number) {
    this.cell = new SharedArrayBuffer(8);
    this.#now = new BigInt64Array(this.cell);
    Atomics.store(this.#now, 0, BigInt(startMs));
  }

  now(): number {
    return Number(Atomics.load(this.#now, 0));
  }

  /** Moves the clock on. A time before the present one is ignored: time never goes back. */
  set(ms: number): void {
    if (ms > this.now()) Atomics.store(this.#now, 0, BigInt(Math.ceil(ms)));
  }
}
