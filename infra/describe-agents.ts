import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import * as z from "zod";

/** Where the functions are, and where to write what their agents say of themselves. */
export interface DescribeOptions {
  /** The folder of the functions, beside `shared`. */
  readonly functionsDir: string;
  readonly outDir: string;
  /** The file that stands for `#agents`. Absent: what the package of the functions says. */
  readonly agents?: string;
}

const Described = z.record(z.string().regex(/^[a-z-]+$/), z.unknown());

/**
 * Writes one file a thing that the deployment must know of the agents: their wake-ups, and the scheduling tools in the
 * formats of agents elsewhere. Their code runs in a process of its own. @throws when it does not compile or fails.
 */
export function describeAgents({ functionsDir, outDir, agents }: DescribeOptions): void {
  const runtime = join(functionsDir, "..", "shared", "runtime");
  const [entry = "describe-agents.ts"] = globSync("describe-agents.{ts,js}", { cwd: runtime });
  const { outputFiles } = buildSync({
    absWorkingDir: runtime,
    entryPoints: [`./${entry}`],
    bundle: true,
    write: false,
    platform: "node",
    target: "node24",
    format: "cjs",
    mainFields: ["module", "main"],
    ...(agents !== undefined && { alias: { "#agents": agents } }),
    logLevel: "warning",
  });
  const input = outputFiles[0]?.contents ?? "";
  const said = execFileSync(process.execPath, ["--input-type=commonjs", "-"], {
    input,
    encoding: "utf8",
    stdio: "pipe",
  });
  mkdirSync(outDir, { recursive: true });
  for (const [name, content] of Object.entries(Described.parse(JSON.parse(said)))) {
    writeFileSync(join(outDir, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
  }
}
