import { Worker } from "node:worker_threads";
import { compileCacheEnv } from "./compile-cache.ts";

/** Bedrock on this machine, in a thread of its own. */
export class BedrockService {
  readonly #worker: Worker;
  readonly #origin: PromiseWithResolvers<string> = Promise.withResolvers();
  #stopping = false;

  constructor(onLost: (reason: string) => void) {
    this.#worker = new Worker(new URL("./bedrock-thread.ts", import.meta.url), {
      name: "bedrock",
      env: { ...process.env, ...compileCacheEnv },
      execArgv: [],
    });
    this.#worker.once("message", (origin: string) => this.#origin.resolve(origin));
    const lost = (reason: string) => {
      if (this.#stopping) return;
      this.#stopping = true;
      this.#origin.reject(new Error(`the model endpoint ended: ${reason}`));
      onLost(`the model endpoint ended: ${reason}`);
    };
    this.#worker.on("error", (error) => lost(error instanceof Error ? error.message : String(error)));
    this.#worker.on("exit", (code) => lost(`code ${code}`));
    this.#origin.promise.catch(() => undefined);
  }

  /** `http://127.0.0.1:port`, once it listens. */
  origin(): Promise<string> {
    return this.#origin.promise;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#worker.terminate();
  }
}
