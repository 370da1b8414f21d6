import { globSync } from "node:fs";
import * as z from "zod";
import { projectRoot, runNode } from "./run-node.ts";

/** What one check found; `note` is a few words for the line it gets, `details` what must be mended. */
export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly note: string;
  readonly details: string;
  readonly seconds: number;
}

type Verdict = Pick<CheckResult, "ok" | "note" | "details">;

const sources = "{shared,functions,agents,infra,local,scripts,examples,bench,test}";

/** Runs every static check of the project at once. Never rejects for a finding. */
export function runChecks(): Promise<CheckResult[]> {
  return Promise.all([
    runCheck("format and lint", () =>
      byExitCode("node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]),
    ),
    runCheck("types", () => byExitCode("node_modules/@typescript/native/bin/tsc", ["--noEmit"])),
    runCheck("layers", cruise),
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

const Cruise = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string() }),
        comment: z.string().optional(),
        cycle: z.array(z.object({ name: z.string() })).optional(),
      }),
    ),
  }),
});

/** Checks the import rules. Without a TypeScript API it can read, the cruiser skips every file and is content; so files are counted. */
async function cruise(): Promise<Verdict> {
  const files = globSync(`${sources}/**/*.ts`, { cwd: projectRoot }).map((file) => file.replaceAll("\\", "/"));
  const folders = [...new Set(files.map((file) => file.split("/")[0] ?? file))];
  const { stdout, stderr } = await runNode("node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", [
    ...["--config", ".dependency-cruiser.cjs", "--output-type", "json"],
    ...folders,
  ]);
  if (!stdout.startsWith("{")) return { ok: false, note: "", details: `${stdout}${stderr}` };
  const { modules, summary } = Cruise.parse(JSON.parse(stdout));
  const seen = new Set(modules.map((module) => module.source));
  const findings = [
    ...files.filter((file) => !seen.has(file)).map((file) => `not cruised: ${file}`),
    ...(files.length === 0 ? ["there are no files to cruise"] : []),
    ...summary.violations.map(({ rule, from, to, cycle }) => {
      const way = cycle ? cycle.map((step) => step.name) : [to];
      return `${rule.name}: ${[from, ...way].join(" -> ")}`;
    }),
  ];
  return { ok: findings.length === 0, note: `${files.length} files`, details: findings.join("\n") };
}
