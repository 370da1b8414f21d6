/** Counts the work that can change something, and tells when some of it has ended. */
export class Activity {
  #running = 0;
  #begun = 0;
  #changed: PromiseWithResolvers<void> = Promise.withResolvers();

  /** Pieces of work that have not ended. */
  get running(): number {
    return this.#running;
  }

  /** Pieces of work that were ever begun; equal twice means nothing began in between. */
  get begun(): number {
    return this.#begun;
  }

  /** Counts `work` as running until it has ended. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    this.#running++;
    this.#begun++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.touch();
    }
  }

  /** Says that something changed. */
  touch(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Resolves at the next change. */
  changed(): Promise<void> {
    return this.#changed.promise;
  }
}
