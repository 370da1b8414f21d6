import { Worker } from "node:worker_threads";
import type { FunctionError, InvokeMessage, RequestCounts, WorkerMessage, WorkerSetup } from "./messages.ts";

/** How one invocation ended. `payload` is the handler's answer as JSON. */
export type InvokeResult =
  | { readonly kind: "ok"; readonly payload: string; readonly requests: RequestCounts | undefined }
  | {
      readonly kind: "error" | "timeout" | "crash";
      readonly error: FunctionError;
      readonly requests: RequestCounts | undefined;
    };

/** How a sandbox is started. */
export interface SandboxOptions {
  readonly setup: WorkerSetup;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Called once when the sandbox takes no more events: it crashed, or an event ran over its time. */
  readonly onRetired: () => void;
  /** Called once when the thread has ended. */
  readonly onExit: () => void;
}

interface Pending {
  readonly finish: (result: InvokeResult) => void;
  readonly timer: NodeJS.Timeout;
}

const entry = new URL("./function-worker.ts", import.meta.url);

/** A runtime error that is not the handler's own. */
function runtimeError(errorType: string, errorMessage: string): FunctionError {
  return { errorType, errorMessage, trace: [] };
}

/** One thread with a loaded bundle. It runs several events at a time until it is retired, then finishes those. */
export class Sandbox {
  /** Settles when the bundle is loaded. Rejects with the reason when it cannot be. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #options: SandboxOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #loaded: PromiseWithResolvers<void> = Promise.withResolvers();
  #nextId = 1;
  #retired = false;
  #stopping = false;

  constructor(options: SandboxOptions) {
    this.#options = options;
    this.ready = this.#loaded.promise;
    this.ready.catch(() => undefined);
    this.#worker = new Worker(entry, {
      name: options.setup.name,
      workerData: options.setup,
      env: { ...options.env },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.setup.memoryMb },
    });
    this.#worker.on("message", (message: WorkerMessage) => this.#receive(message));
    this.#worker.on("error", (error) => this.#crashed(error instanceof Error ? error.message : String(error)));
    this.#worker.on("exit", (code) => {
      this.#crashed(`exited with code ${code}`);
      options.onExit();
    });
  }

  get retired(): boolean {
    return this.#retired;
  }

  /** Runs the handler on `event`, which is JSON. Never rejects. */
  invoke(event: string, requestId: string, clientContext?: string): Promise<InvokeResult> {
    const { promise, resolve } = Promise.withResolvers<InvokeResult>();
    const id = this.#nextId++;
    const { timeoutMs } = this.#options;
    const timer = setTimeout(() => this.#overdue(id), timeoutMs);
    this.#pending.set(id, { finish: resolve, timer });
    const message: InvokeMessage = { id, requestId, event, clientContext, timeoutMs };
    this.#worker.postMessage(message);
    return promise;
  }

  /** Ends the thread at once. Whatever still runs fails like in a crash. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#retired = true;
    await this.#worker.terminate();
    this.#failAll("crash", runtimeError("Runtime.ExitError", "the stack was stopped"));
  }

  #receive(message: WorkerMessage): void {
    switch (message.type) {
      case "ready":
        this.#loaded.resolve();
        return;
      case "broken":
        this.#loaded.reject(new Error(message.error.errorMessage));
        this.#retire();
        this.#failAll("crash", runtimeError("Runtime.ImportModuleError", message.error.errorMessage));
        return;
      case "done":
        this.#finish(message.id, { kind: "ok", payload: message.result, requests: message.requests });
        return;
      case "failed":
        this.#finish(message.id, { kind: "error", error: message.error, requests: message.requests });
        return;
    }
  }

  #overdue(id: number): void {
    const seconds = this.#options.timeoutMs / 1_000;
    const error = runtimeError("Sandbox.Timedout", `Task timed out after ${seconds.toFixed(2)} seconds`);
    this.#finish(id, { kind: "timeout", error, requests: undefined });
    this.#retire();
  }

  #finish(id: number, result: InvokeResult): void {
    const pending = this.#pending.get(id);
    // An answer after the time was over is nobody's any more.
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    pending.finish(result);
    this.#endIfDone();
  }

  #retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#options.onRetired();
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#retired && this.#pending.size === 0 && !this.#stopping) {
      this.#stopping = true;
      void this.#worker.terminate();
    }
  }

  #crashed(reason: string): void {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#loaded.reject(new Error(reason));
    this.#failAll("crash", runtimeError("Runtime.ExitError", `the function's process ended: ${reason}`));
    this.#retire();
  }

  #failAll(kind: "crash", error: FunctionError): void {
    for (const [id] of [...this.#pending]) this.#finish(id, { kind, error, requests: undefined });
  }
}
