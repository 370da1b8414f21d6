/** A seeded source of decisions: the same seed always decides the same. */
export class Dice {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(seed: number) {
    this.#a = seed >>> 0;
    this.#b = Math.floor(seed / 2 ** 32) >>> 0;
    this.#c = 0x9e3779b9;
    this.#counter = 1;
    for (let i = 0; i < 12; i += 1) this.#draw();
  }

  /** 0 to 1, without 1. */
  next(): number {
    return this.#draw() / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const found = from[this.between(0, from.length - 1)];
    if (found === undefined) throw new RangeError("nothing to pick from");
    return found;
  }

  /** One of these, each as likely as its weight says. */
  weighted<T>(from: readonly (readonly [T, number])[]): T {
    const total = from.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.next() * total;
    for (const [one, weight] of from) {
      left -= weight;
      if (left < 0) return one;
    }
    return this.pick(from.map(([one]) => one));
  }

  /** Decisions of their own, so that more of one kind does not shift those of another. */
  fork(): Dice {
    return new Dice(this.#draw() + (this.#draw() & 0x1fffff) * 2 ** 32);
  }

  /** One step of sfc32. */
  #draw(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }
}
