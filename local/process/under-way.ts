/** Work that was begun and has not ended, so that whoever stops can let it end. */
export class UnderWay {
  readonly #work = new Set<Promise<unknown>>();

  /** Counts `work` until it has ended, however it ends. The promise given back is the caller's to look after. */
  add<Result>(work: Promise<Result>): Promise<Result> {
    const counted: Promise<Result> = work.finally(() => {
      this.#work.delete(counted);
    });
    this.#work.add(counted);
    return counted;
  }

  /** Waits until everything that is under way now has ended, at most `limitMs` of real time. Never rejects. */
  async end(limitMs: number): Promise<void> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limitMs);
    await Promise.race([Promise.allSettled(this.#work), over]);
    clearTimeout(timer);
  }
}
