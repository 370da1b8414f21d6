import { globSync } from "node:fs";
import * as z from "zod";
import { runNode } from "./run-node.ts";
import type { Verdict } from "./verdict.ts";

const sources = "{shared,functions,agents,infra,local,scripts,examples,bench,test}";

const Cruise = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string() }),
        cycle: z.array(z.object({ name: z.string() })).optional(),
      }),
    ),
  }),
});

/**
 * Checks the import rules of `.dependency-cruiser.cjs` in the project at `root`. A cruiser that finds no TypeScript API
 * skips files and is content, so each file that exists has to be among those it read.
 */
export async function cruise(root: string): Promise<Verdict> {
  const files = globSync(`${sources}/**/*.ts`, { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  const folders = [...new Set(files.map((file) => file.split("/", 1).join()))];
  const { stdout, stderr } = await runNode(
    "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs",
    ["--config", ".dependency-cruiser.cjs", "--output-type", "json", ...folders],
    { cwd: root },
  );
  if (!stdout.startsWith("{")) return { ok: false, note: "", details: `${stdout}${stderr}` };
  const { modules, summary } = Cruise.parse(JSON.parse(stdout));
  const seen = new Set(modules.map((module) => module.source));
  const findings = [
    ...files.filter((file) => !seen.has(file)).map((file) => `not cruised: ${file}`),
    ...summary.violations.map(({ rule, from, to, cycle }) => {
      const way = cycle ? cycle.map((step) => step.name) : [to];
      return `${rule.name}: ${[from, ...way].join(" -> ")}`;
    }),
  ];
  return { ok: findings.length === 0, note: `${files.length} files`, details: findings.join("\n") };
}
