import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { createRequire } from "node:module";
import type { Readable, Writable } from "node:stream";
import { SetupProblem } from "../problem.ts";
import { freePort } from "../process/free-port.ts";
import { endOrphans } from "../process/orphans.ts";

/** How the database is started. */
export interface DynoxideOptions {
  readonly databaseFile: string;
  readonly logFile: string;
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

const attempts = 5;

/** DynamoDB on this machine: one dynoxide process on one file. */
export class Dynoxide {
  readonly origin: string;
  readonly #child: Child;
  #stopping = false;

  private constructor(child: Child, port: number, options: DynoxideOptions) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#child = child;
    child.stderr.pipe(createWriteStream(options.logFile, { flags: "a" }));
    child.once("exit", (code) => {
      if (!this.#stopping) options.onLost(`the database ended with code ${code}; see ${options.logFile}`);
    });
  }

  /** Starts the database on a free port. @throws SetupProblem where there is no binary for the platform. */
  static async start(options: DynoxideOptions): Promise<Dynoxide> {
    const binary = findBinary();
    await endOrphans(options.databaseFile);
    let reason = "";
    // Between finding a free port and using it somebody else may take it.
    for (let attempt = 0; attempt < attempts; attempt++) {
      const port = await freePort();
      const child = run(binary, port, options.databaseFile);
      const failure = await listening(child);
      if (failure === undefined) return new Dynoxide(child, port, options);
      reason = failure;
    }
    throw new Error(`the database does not start: ${reason}`);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const hasEnded = this.#child.exitCode !== null || this.#child.signalCode !== null;
    const ended = hasEnded ? undefined : new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.stdin.end();
    await ended;
  }
}

function findBinary(): string {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  } catch {
    throw new SetupProblem(
      `There is no DynamoDB binary for ${process.platform}-${process.arch}; ` +
        "start any DynamoDB-compatible server and set AWS_ENDPOINT_URL_DYNAMODB to its address.",
    );
  }
}

function run(binary: string, port: number, databaseFile: string): Child {
  const serve = ["serve", "--host", "127.0.0.1", "-p", String(port), "--db-path", databaseFile];
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
