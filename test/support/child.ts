import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** A process that a test started, and what it said. */
export interface Child {
  readonly pid: number;
  /** Resolves to the first line of its output; rejects with what it said instead when it ends before. */
  readonly firstLine: Promise<string>;
  /** Resolves when it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  kill(signal: NodeJS.Signals): void;
}

/** Runs a script of this repository under the Node.js of the test. */
export function runScript(args: readonly string[], env: Readonly<Record<string, string>> = {}): Child {
  return follow(spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] }));
}

/** Runs a program in a process group of its own: a signal reaches everything that it started. */
export function runGroup(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Child {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  return { ...follow(child), kill: (signal) => void process.kill(-(child.pid ?? 0), signal) };
}

function follow(child: ChildProcessByStdio<null, Readable, Readable>): Child {
  let stdout = "";
  let stderr = "";
  const line = Promise.withResolvers<string>();
  line.promise.catch(() => undefined);
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString("utf8");
    const end = stdout.indexOf("\n");
    if (end >= 0) line.resolve(stdout.slice(0, end));
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const ended = once(child, "close").then(([code]) => {
    line.reject(new Error(stderr));
    return { code, stdout, stderr };
  });
  return { pid: child.pid ?? 0, firstLine: line.promise, ended, kill: (signal) => child.kill(signal) };
}
