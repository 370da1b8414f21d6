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

/**
 * Runs a JavaScript or TypeScript file with this same Node from the project root, and waits for its end.
 * With `show`, its output goes straight to the terminal and the returned texts are empty.
 */
export function runNode(file: string, args: readonly string[], show = false): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(projectRoot, file), ...args], {
      cwd: projectRoot,
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
