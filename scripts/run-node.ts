import { spawn } from "node:child_process";
import path from "node:path";

/** The folder that holds package.json. */
export const projectRoot = path.dirname(import.meta.dirname);

/** How a finished program ended; `exitCode` is 1 when a signal ended it. */
export interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program is run. */
export interface RunOptions {
  readonly cwd?: string;
  /** Its output goes straight to the terminal instead of into the returned texts. */
  readonly show?: boolean;
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a file of this project, JavaScript or TypeScript, with this same Node, and waits for its end. */
export function runNode(file: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const { cwd = projectRoot, show = false, env = {} } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(projectRoot, file), ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    child.once("error", reject);
    child.once("close", (code) => resolve({ exitCode: code ?? 1, stdout: stdout(), stderr: stderr() }));
  });
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = [];
  stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString("utf8");
}
