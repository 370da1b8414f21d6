import { Worker } from "node:worker_threads";
import type { Agenda } from "../clock/agenda.ts";
import { compileCacheEnv } from "../process/compile-cache.ts";
import type { MappingSpec, QueueSpec } from "../template/blueprint.ts";
import type { QueueCommand, QueueReport, QueueState, QueueThreadSetup } from "./messages.ts";

/** What the queues need of the rest of the stack. */
export interface QueueServiceOptions extends QueueThreadSetup {
  /** Runs a function on an SQS event; its answer as JSON, or undefined when it failed. */
  readonly invoke: (functionName: string, event: string) => Promise<string | undefined>;
  /** Called whenever a batch is over. */
  readonly onChange: () => void;
  /** Called when the thread ends without having been asked to. */
  readonly onLost: (reason: string) => void;
}

/** SQS on this machine: the queues, the pollers of the functions they feed, and what is due in them. */
export class QueueService implements Agenda {
  readonly #options: QueueServiceOptions;
  readonly #worker: Worker;
  readonly #origin: PromiseWithResolvers<string> = Promise.withResolvers();
  readonly #configured: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly #sends = new Map<number, (ok: boolean) => void>();
  readonly #inspections = new Map<number, (state: QueueState) => void>();
  #closing = false;
  #nextId = 1;

  constructor(options: QueueServiceOptions) {
    this.#options = options;
    const setup: QueueThreadSetup = { region: options.region, clockCell: options.clockCell };
    this.#worker = new Worker(new URL("./queue-thread.ts", import.meta.url), {
      name: "queues",
      workerData: setup,
      env: compileCacheEnv,
      execArgv: [],
    });
    this.#worker.on("message", (message: QueueReport) => this.#receive(message));
    this.#worker.on("error", (error) => this.#lost(error instanceof Error ? error.message : String(error)));
    this.#worker.on("exit", () => this.#lost("it ended"));
  }

  /** `http://127.0.0.1:port` of the SQS endpoint, once it listens. */
  origin(): Promise<string> {
    return this.#origin.promise;
  }

  /** Makes the queues. Nothing is taken from them before `poll`. */
  async configure(queues: readonly QueueSpec[], mappings: readonly MappingSpec[]): Promise<void> {
    this.#command({ type: "configure", queues, mappings });
    await this.#configured.promise;
  }

  /** Starts feeding functions. */
  poll(): void {
    this.#command({ type: "poll" });
  }

  /** Sends one message; false when the queue does not exist. */
  send(queueArn: string, body: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const id = this.#nextId++;
    this.#sends.set(id, resolve);
    this.#command({ type: "send", id, queueArn, body });
    return promise;
  }

  state(): Promise<QueueState> {
    const { promise, resolve } = Promise.withResolvers<QueueState>();
    const id = this.#nextId++;
    this.#inspections.set(id, resolve);
    this.#command({ type: "inspect", id });
    return promise;
  }

  async nextDueAt(): Promise<number | undefined> {
    return (await this.state()).nextDueAt;
  }

  release(): Promise<void> {
    this.#command({ type: "release" });
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.#closing = true;
    await this.#worker.terminate();
  }

  #command(command: QueueCommand): void {
    this.#worker.postMessage(command);
  }

  #receive(message: QueueReport): void {
    switch (message.type) {
      case "listening":
        this.#origin.resolve(message.origin);
        return;
      case "configured":
        this.#configured.resolve();
        return;
      case "sent":
        this.#sends.get(message.id)?.(message.ok);
        this.#sends.delete(message.id);
        return;
      case "batch":
        void this.#run(message.batchId, message.functionName, message.event);
        return;
      case "batch_done":
        this.#options.onChange();
        return;
      case "state":
        this.#inspections.get(message.id)?.(message.state);
        this.#inspections.delete(message.id);
        return;
    }
  }

  async #run(batchId: number, functionName: string, event: string): Promise<void> {
    const payload = await this.#options.invoke(functionName, event);
    if (!this.#closing) this.#command({ type: "batch_result", batchId, payload });
  }

  #lost(reason: string): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#origin.reject(new Error(`the queues could not start: ${reason}`));
    this.#configured.reject(new Error(`the queues could not start: ${reason}`));
    this.#options.onLost(reason);
  }
}
