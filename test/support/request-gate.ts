import { AsyncLocalStorage } from "node:async_hooks";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/** Called before a request is made and after it was answered; throwing is a process that died there. */
export type Gate = {
  before?(command: string): Promise<void>;
  after?(command: string): Promise<void>;
  /** Called when it was answered or has failed. */
  over?(command: string): void;
};

const gates = new AsyncLocalStorage<Gate>();

/** Lets every request of `client` that is made within {@link through} pass its gate. Call it once a client. */
export function gateRequests(client: DynamoDBClient): void {
  client.middlewareStack.add((next, context) => (args) => gated(String(context["commandName"]), () => next(args)), {
    step: "initialize",
    name: "gate",
    priority: "high",
  });
}

/** Makes one request, whatever it goes to, through the gate of the work that it belongs to. */
export async function gated<T>(command: string, request: () => Promise<T>): Promise<T> {
  const gate = gates.getStore();
  await gate?.before?.(command);
  try {
    const answer = await request();
    await gate?.after?.(command);
    return answer;
  } finally {
    gate?.over?.(command);
  }
}

/** Runs `work` with every request in it, and in whatever it starts, passing `gate`. */
export function through<T>(gate: Gate, work: () => Promise<T>): Promise<T> {
  return gates.run(gate, work);
}

type Waiting = () => void;

/** One of several pieces of work that run against each other. It may make several requests at once. */
class Actor {
  isOver = false;
  readonly #waiting: Waiting[] = [];
  #arrived: Waiting | null = null;
  #answered: Waiting | null = null;

  /** Stands at a request until it may be made. */
  arrive(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#settle();
    });
  }

  /** The request that was let go is over. */
  answered(): void {
    this.#answered?.();
    this.#answered = null;
  }

  end(): void {
    this.isOver = true;
    this.#settle();
  }

  /** Resolves when it stands at a request or is over. */
  async standing(): Promise<void> {
    if (this.#waiting.length > 0 || this.isOver) return;
    await new Promise<void>((resolve) => {
      this.#arrived = resolve;
    });
  }

  /** Lets it make its request and go on to the next. */
  async step(): Promise<void> {
    const go = this.#waiting.shift();
    const answered = new Promise<void>((resolve) => {
      this.#answered = resolve;
    });
    go?.();
    await answered;
    await this.standing();
  }

  #settle(): void {
    this.#arrived?.();
    this.#arrived = null;
  }
}

/**
 * Runs pieces of work against each other, one request at a time: `order` says whose request is made next, by index. What
 * it names that is over is skipped; when it ends, the first that is not over goes on. How many requests each made.
 */
export async function interleave(
  works: readonly (() => Promise<unknown>)[],
  order: Iterable<number>,
): Promise<readonly number[]> {
  const actors = works.map(() => new Actor());
  const steps = works.map(() => 0);
  const running = works.map(async (work, index) => {
    const actor = actors[index] as Actor;
    try {
      await through({ before: () => actor.arrive(), over: () => actor.answered() }, work);
    } finally {
      actor.end();
    }
  });
  const all = Promise.all(running);
  // A failure is reported at the end; until then the others go on.
  all.catch(() => undefined);
  for (const actor of actors) await actor.standing();
  const step = async (index: number) => {
    steps[index] = (steps[index] ?? 0) + 1;
    await actors[index]?.step();
  };
  for (const index of order) if (actors[index]?.isOver === false) await step(index);
  for (let next = actors.findIndex((actor) => !actor.isOver); next !== -1; ) {
    await step(next);
    next = actors.findIndex((actor) => !actor.isOver);
  }
  await all;
  return steps;
}

/** Every order of `a` requests of the first and `b` of the second. */
export function* orders(a: number, b: number): Generator<readonly number[]> {
  if (a === 0 && b === 0) {
    yield [];
    return;
  }
  if (a > 0) for (const rest of orders(a - 1, b)) yield [0, ...rest];
  if (b > 0) for (const rest of orders(a, b - 1)) yield [1, ...rest];
}
