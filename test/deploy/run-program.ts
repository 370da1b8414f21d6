import { spawn } from "node:child_process";

/** How a program ended, and everything it said. */
export interface Ended {
  /** Null when a signal ended it or when it could not be started. */
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program to its end. `env` replaces the whole environment. Never rejects. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  }
  child.once("error", (error) => resolve({ code: null, output: error.message }));
  child.once("close", (code) => resolve({ code, output }));
  return await promise;
}
