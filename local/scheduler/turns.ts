/** Lets the changes of one thing come one after the other; changes of different things go side by side. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `change` when every change of `thing` before it has ended, however it ended. */
  take<Result>(thing: string, change: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(thing);
    const turn = before === undefined ? change() : before.then(change);
    const ended = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(thing) === ended) this.#last.delete(thing);
      });
    this.#last.set(thing, ended);
    return turn;
  }
}
