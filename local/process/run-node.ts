import { spawn } from "node:child_process";
import { SetupProblem } from "../problem.ts";

/** Where and with what a script runs. */
export interface RunOptions {
  readonly cwd: string;
  /** Variables besides those of this process. */
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a script under the Node.js that runs this one. @throws SetupProblem with what it printed when it fails. */
export async function runNode(args: readonly string[], options: RunOptions): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.once("error", (error) => {
    output += error.message;
    resolve(null);
  });
  child.once("close", (code) => resolve(code));
  const code = await promise;
  if (code !== 0) throw new SetupProblem(`node ${args.join(" ")} failed:\n${output.trim()}`);
}
