import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAssembly } from "./make-assembly.ts";
import type { StackCommand, StackPlace, StackSnapshot } from "./messages.ts";
import { cpuMsOf, descendant, rssOf } from "./processes.ts";

/** CPU time so far in milliseconds, and memory in bytes, of everything that runs for the stack. */
export interface Usage extends StackSnapshot {
  readonly database: { readonly cpu: number; readonly rss: number };
}

/** A stack that is measured, in a process and a folder of its own. */
export class MeasuredStack {
  readonly place: StackPlace;
  readonly assemblyDir: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #nextId = 1;

  private constructor(child: ChildProcess, folder: string, place: StackPlace) {
    this.#child = child;
    this.#folder = folder;
    this.place = place;
    this.assemblyDir = join(folder, "assembly");
    child.on("message", (message: { readonly id: number; readonly result?: unknown; readonly error?: string }) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error === undefined) waiting?.resolve(message.result);
      else waiting?.reject(new Error(message.error));
    });
  }

  /** Starts one with the agents of the file. */
  static async start(agents: string): Promise<MeasuredStack> {
    const folder = mkdtempSync(join(tmpdir(), "followthrough-bench-"));
    const assembly = join(folder, "assembly");
    await makeAssembly(assembly, agents);
    const child = fork(join(import.meta.dirname, "stack-process.ts"), [join(folder, "data"), assembly]);
    const ready = Promise.withResolvers<StackPlace>();
    child.once("message", ({ ready: place }: { readonly ready: StackPlace }) => ready.resolve(place));
    child.once("exit", (code) => ready.reject(new Error(`the stack ended with ${code}`)));
    return new MeasuredStack(child, folder, await ready.promise);
  }

  token(owner: string): Promise<string> {
    return this.#ask<string>({ kind: "token", owner });
  }

  /** Waits until nothing runs and no message waits. */
  async settle(limitMs = 600_000): Promise<void> {
    await this.#ask({ kind: "settle", limitMs });
  }

  async usage(): Promise<Usage> {
    const snapshot = await this.#ask<StackSnapshot>({ kind: "snapshot" });
    const database = descendant(this.#child.pid ?? 0, "dynoxide");
    const used = database === undefined ? { cpu: 0, rss: 0 } : { cpu: cpuMsOf(database), rss: rssOf(database) };
    return { ...snapshot, database: used };
  }

  /** A CPU profile of one thread, as V8 writes it, while `work` goes on. */
  async profiled(label: string, work: () => Promise<unknown>): Promise<string> {
    await this.#ask({ kind: "profile", label });
    await work();
    return await this.#ask<string>({ kind: "profiled", label });
  }

  async stop(): Promise<void> {
    await this.#ask({ kind: "stop" });
    this.#child.disconnect();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #ask<T>(command: StackCommand): Promise<T> {
    const id = this.#nextId++;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#child.send({ id, command });
    return (await waiting.promise) as T;
  }
}
