/** Numbers with what belongs to them: the smallest first, and of equal ones that with the smallest value. */
export class Heap {
  readonly #keys: number[] = [];
  readonly #values: number[] = [];

  get size(): number {
    return this.#keys.length;
  }

  push(key: number, value = 0): void {
    let at = this.#keys.length;
    this.#keys.push(key);
    this.#values.push(value);
    for (let up = (at - 1) >> 1; at > 0 && this.#isLess(at, up); up = (at - 1) >> 1) {
      this.#swap(at, up);
      at = up;
    }
  }

  /** Takes the smallest out. @throws RangeError when there is none. */
  pop(): { readonly key: number; readonly value: number } {
    const key = this.#keys[0];
    const value = this.#values[0];
    if (key === undefined || value === undefined) throw new RangeError("the heap is empty");
    this.#swap(0, this.#keys.length - 1);
    this.#keys.pop();
    this.#values.pop();
    this.#sink();
    return { key, value };
  }

  #sink(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const least = this.#isLess(left + 1, left) ? left + 1 : left;
      if (!this.#isLess(least, at)) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isLess(a: number, b: number): boolean {
    const [keyA, keyB] = [this.#key(a), this.#key(b)];
    return keyA === keyB ? (this.#values[a] ?? 0) < (this.#values[b] ?? 0) && b < this.#keys.length : keyA < keyB;
  }

  #key(at: number): number {
    return this.#keys[at] ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    [this.#keys[a], this.#keys[b]] = [this.#key(b), this.#key(a)];
    [this.#values[a], this.#values[b]] = [this.#values[b] ?? 0, this.#values[a] ?? 0];
  }
}
