import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { createRequire } from "node:module";
import type { Readable, Writable } from "node:stream";
import { SetupProblem } from "../problem.ts";
import { onFreePort } from "../process/on-free-port.ts";
import { endOrphans } from "../process/orphans.ts";

/** How the database is started. */
export interface DynoxideOptions {
  /** What it keeps its data in; in memory if absent. */
  readonly databaseFile?: string;
  /** Where to keep what it says; nowhere if absent. */
  readonly logFile?: string;
  /** Called when the database ends without having been asked to. */
  readonly onLost: (reason: string) => void;
}

type Child = ChildProcessByStdio<Writable, null, Readable>;

/**
 * Runs the database and waits for the end of its own input, which is a pipe that this process holds: when this process
 * dies, by whatever signal, the pipe closes and the database is told to end.
 */
const guard = `exec 3<&0
"$@" </dev/null &
child=$!
{ cat <&3 >/dev/null; kill "$child"; } 2>/dev/null &
exec 3<&-
wait "$child"`;

/** DynamoDB on this machine: one dynoxide process, on one file or in memory. */
export class Dynoxide {
  readonly origin: string;
  readonly #child: Child;
  #stopping = false;

  private constructor(child: Child, port: number, options: DynoxideOptions) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#child = child;
    const { logFile, onLost } = options;
    if (logFile === undefined) child.stderr.resume();
    else child.stderr.pipe(logTo(logFile, () => child.stderr.resume()));
    child.once("exit", (code) => {
      if (!this.#stopping)
        onLost(`the database ended with code ${code}${logFile === undefined ? "" : `; see ${logFile}`}`);
    });
  }

  /**
   * Starts the database on a free port. @throws SetupProblem where there is no binary for the platform.
   * `choose`: names the ports to try.
   */
  static async start(options: DynoxideOptions, choose?: () => Promise<number>): Promise<Dynoxide> {
    const binary = findBinary();
    if (binary === null) {
      throw new SetupProblem(
        `There is no DynamoDB binary for ${process.platform}-${process.arch}; ` +
          "start any DynamoDB-compatible server and set AWS_ENDPOINT_URL_DYNAMODB to its address.",
      );
    }
    if (options.databaseFile !== undefined) await endOrphans(options.databaseFile);
    return onFreePort(async (port) => {
      const child = run(binary, port, options.databaseFile);
      const failure = await listening(child);
      if (failure === undefined) return new Dynoxide(child, port, options);
      if (/in use/i.test(failure)) return "taken";
      throw new Error(`the database does not start: ${failure}`);
    }, choose);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const hasEnded = this.#child.exitCode !== null || this.#child.signalCode !== null;
    const ended = hasEnded ? undefined : new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.stdin.end();
    await ended;
  }
}

/** Path of the server for this platform, null when npm has none. */
export function findBinary(): string | null {
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  } catch {
    // It is an optional dependency.
    return null;
  }
}

/** What cannot be kept, on a full disk, is let go: a database must not wait for somebody to read what it says. */
function logTo(file: string, letGo: () => void): Writable {
  return createWriteStream(file, { flags: "a" }).on("error", letGo);
}

function run(binary: string, port: number, databaseFile: string | undefined): Child {
  const serve = ["serve", "--host", "127.0.0.1", "-p", String(port)];
  if (databaseFile !== undefined) serve.push("--db-path", databaseFile);
  const child = spawn("/bin/sh", ["-c", guard, "dynoxide-guard", binary, ...serve], {
    stdio: ["pipe", "ignore", "pipe"],
    // Its own process group: Ctrl-C in the terminal must not end the database before what still uses it.
    detached: true,
    env: {},
  });
  child.stdin.on("error", () => undefined);
  return child;
}

/** Waits until the process says that it listens; the text it left behind when it ended instead. */
function listening(child: Child): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let said = "";
  const onData = (chunk: Buffer) => {
    said += chunk.toString("utf8");
    if (said.includes("listening on")) resolve(undefined);
  };
  child.stderr.on("data", onData);
  child.once("error", (error) => resolve(error.message));
  child.once("exit", (code) => resolve(said.trim() || `it ended with code ${code}`));
  return promise.finally(() => child.stderr.off("data", onData));
}
