import type { Activity } from "../clock/activity.ts";
import type { Agenda } from "../clock/agenda.ts";
import type { Clock } from "../clock/clock.ts";
import { UnderWay } from "../process/under-way.ts";
import type { FunctionHost } from "./function-host.ts";

/** What Lambda waits before it repeats a failed asynchronous invocation (its documented behaviour). */
const retryDelaysMs = [60_000, 120_000] as const;

interface Waiting {
  readonly host: FunctionHost;
  readonly event: string;
  readonly attempt: number;
  readonly dueAt: number;
}

/** What the invoker needs of the rest of the stack. */
export interface AsyncInvokerOptions {
  readonly clock: Clock;
  readonly activity: Activity;
  /** Puts an event that failed for good into the function's failure queue. */
  readonly giveUp: (queueArn: string, body: string) => Promise<void>;
  readonly onTrouble: (sentence: string) => void;
}

/** Lambda's asynchronous invocation: accepted at once, run until it succeeds, at most `1 + asyncRetries` times. */
export class AsyncInvoker implements Agenda {
  readonly #options: AsyncInvokerOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #attempts = new UnderWay();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: AsyncInvokerOptions) {
    this.#options = options;
  }

  /** Runs `event`, which is JSON. Returns when the first attempt has ended; later ones follow by themselves. */
  async invoke(host: FunctionHost, event: string): Promise<void> {
    await this.#attempt(host, event, 0);
  }

  nextDueAt(): Promise<number | undefined> {
    const times = [...this.#waiting].map(({ dueAt }) => dueAt);
    return Promise.resolve(times.length === 0 ? undefined : Math.min(...times));
  }

  release(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    const now = this.#options.clock.now();
    for (const waiting of [...this.#waiting]) {
      if (waiting.dueAt > now) continue;
      this.#waiting.delete(waiting);
      void this.#attempt(waiting.host, waiting.event, waiting.attempt);
    }
    this.#arm();
    return Promise.resolve();
  }

  /** Begins no attempt any more, and waits for those that run, at most `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#attempts.end(graceMs);
  }

  #attempt(host: FunctionHost, event: string, attempt: number): Promise<void> {
    return this.#attempts.add(this.#options.activity.track(() => this.#run(host, event, attempt)));
  }

  async #run(host: FunctionHost, event: string, attempt: number): Promise<void> {
    const result = await host.invoke(event);
    if (result.kind === "ok" || this.#stopped) return;
    if (attempt < host.spec.asyncRetries) {
      const delayMs = retryDelaysMs[attempt] ?? retryDelaysMs[1];
      this.#waiting.add({ host, event, attempt: attempt + 1, dueAt: this.#options.clock.now() + delayMs });
      this.#arm();
      return;
    }
    const { label, onFailureArn } = host.spec;
    this.#options.onTrouble(`${label}: an asynchronous event failed for good: ${result.error.errorMessage}`);
    if (onFailureArn !== undefined) await this.#options.giveUp(onFailureArn, event);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const times = [...this.#waiting].map(({ dueAt }) => dueAt);
    if (this.#options.clock.mode === "virtual" || times.length === 0) return;
    this.#timer = setTimeout(() => void this.release(), Math.max(0, Math.min(...times) - this.#options.clock.now()));
  }
}
