import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Issuer } from "../../local/auth/issuer.ts";
import { loadSigningKey } from "../../local/auth/signing-key.ts";
import type { Endpoints } from "../../local/functions/function-env.ts";
import { readRunning } from "../../local/process/data-folder.ts";
import { freePort } from "../../local/process/free-port.ts";
import { type Child, runGroup } from "../support/child.ts";
import { processesWith } from "../support/processes.ts";

const tokenTtlMs = 12 * 3_600_000;

/**
 * `npm start`, with a data folder that outlives it: it can be killed and started again, at the same address. With a
 * virtual clock nothing really waits.
 */
export class NpmStack {
  readonly origin: string;
  readonly dataDir: string;
  readonly clock: "real" | "virtual";
  readonly #port: number;
  #child: Child | undefined;

  private constructor(dataDir: string, clock: "real" | "virtual", port: number) {
    this.dataDir = dataDir;
    this.clock = clock;
    this.#port = port;
    this.origin = `http://127.0.0.1:${port}`;
  }

  static async start(dataDir: string, clock: "real" | "virtual"): Promise<NpmStack> {
    const stack = new NpmStack(dataDir, clock, await freePort());
    await stack.start();
    return stack;
  }

  /** Resolves when requests succeed. @throws with what it said when it ends before. */
  async start(): Promise<void> {
    const env = { DATA_DIR: this.dataDir, PORT: String(this.#port), CLOCK: this.clock };
    this.#child = runGroup("npm", ["start", "--silent"], env);
    const line = await this.#child.firstLine;
    if (line !== `ready ${this.origin}`) throw new Error(`npm start says ${line}`);
  }

  /** `kill -9` of the whole process group; `database`: what it leaves to end by itself, its database, is killed first. */
  async kill({ database = false }: { readonly database?: boolean } = {}): Promise<void> {
    if (database) for (const { pid } of processesWith(join(this.dataDir, "dynamodb.sqlite"))) killOne(pid);
    this.#child?.kill("SIGKILL");
    await this.#child?.ended;
  }

  /** Ends it in the orderly way. */
  async stop(): Promise<void> {
    this.#child?.kill("SIGTERM");
    await this.#child?.ended;
  }

  /** A token, made from the key in the data folder. */
  async token(owner: string, isOperator = false): Promise<string> {
    return new Issuer(this.origin, await loadSigningKey(this.dataDir)).token({ owner, isOperator, ttlMs: tokenTtlMs });
  }

  /** Where its AWS services listen since its last start. */
  endpoints(): Endpoints {
    const running = readRunning(this.dataDir);
    if (running === undefined) throw new Error(`no stack runs on ${this.dataDir}`);
    return running.endpoints;
  }

  /** What time it is for it, epoch milliseconds. */
  async now(): Promise<number> {
    if (this.clock === "real") return Date.now();
    const response = await fetch(`${this.origin}/_local/clock`);
    return Date.parse(((await response.json()) as { readonly now: string }).now);
  }

  /** Lets the time come, with everything that is due by then. What a kill interrupts just ends. */
  async until(time: number): Promise<void> {
    if (this.clock === "real") return void (await wait(Math.max(0, time - Date.now())));
    const body = JSON.stringify({ to: new Date(time).toISOString() });
    const headers = { "content-type": "application/json" };
    await fetch(`${this.origin}/_local/clock/advance`, { method: "POST", headers, body }).catch(() => undefined);
  }

  /** Lets some time pass; with a virtual clock everything that is due. */
  async pass(ms: number): Promise<void> {
    await this.until((await this.now()) + ms);
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
