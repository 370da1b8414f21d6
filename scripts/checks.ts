import { cruise } from "./layers.ts";
import { projectRoot, runNode } from "./run-node.ts";
import type { Verdict } from "./verdict.ts";

/** A verdict with the name of its check and the time it took. */
export interface CheckResult extends Verdict {
  readonly name: string;
  readonly seconds: number;
}

/** What the compiler remembers between runs; checking one changed file then takes half the time. `npm ci` removes it. */
const buildInfo = "node_modules/.cache/followthrough/tsc.tsbuildinfo";

/** Runs every static check of the project at once. Never rejects for a finding. */
export function runChecks(): Promise<CheckResult[]> {
  return Promise.all([
    runCheck("format and lint", () =>
      byExitCode("node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]),
    ),
    runCheck("types", () =>
      byExitCode("node_modules/@typescript/native/bin/tsc", [
        "--noEmit",
        "--incremental",
        "--tsBuildInfoFile",
        buildInfo,
      ]),
    ),
    runCheck("layers", () => cruise(projectRoot)),
    runCheck("nothing unused", () =>
      byExitCode("node_modules/knip/bin/knip.js", ["--no-progress", "--treat-config-hints-as-errors"]),
    ),
  ]);
}

/** Runs one check and times it; a check that throws has failed. */
export async function runCheck(name: string, check: () => Promise<Verdict>): Promise<CheckResult> {
  const start = performance.now();
  const verdict = await check().catch((error: unknown) => ({ ok: false, note: "", details: String(error) }));
  return { name, ...verdict, seconds: (performance.now() - start) / 1000 };
}

/** The line and, for a failure, the findings of one check. */
export function describeCheck({ name, ok, note, details, seconds }: CheckResult): string {
  const line = `${ok ? "ok    " : "FAILED"}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s  ${note}`.trimEnd();
  return ok ? line : `${line}\n${details.trim()}\n`;
}

/** A program whose exit code is its verdict. */
export async function byExitCode(file: string, args: readonly string[]): Promise<Verdict> {
  const { exitCode, stdout, stderr } = await runNode(file, args);
  return { ok: exitCode === 0, note: "", details: `${stdout}${stderr}` };
}
