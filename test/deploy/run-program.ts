import { spawn } from "node:child_process";

/** How a program ended, and everything it said. */
export interface Ended {
  /** Null when a signal ended it or when it could not be started. */
  readonly code: number | null;
  readonly output: string;
}

/** How a program is run. */
export interface ProgramOptions {
  readonly cwd?: string;
  /** The whole environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** It is ended when it has said this; what it would do afterwards takes too long. */
  readonly until?: string;
}

/** Runs a program to its end. Never rejects. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { until, ...options }: ProgramOptions = {},
): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
      if (until !== undefined && output.includes(until)) child.kill();
    });
  }
  child.once("error", (error) => resolve({ code: null, output: error.message }));
  child.once("close", (code) => resolve({ code, output }));
  return await promise;
}
