import { expect, test } from "vitest";
import * as z from "zod";
import { runNode } from "../../../scripts/run-node.ts";
import { withPlanted } from "./planted.ts";

const settings = ["biome.json", ".gitignore", "scripts/lint", "package.json", "tsconfig.json"];

const Report = z.object({
  summary: z.object({ diagnosticsNotPrinted: z.literal(0) }),
  diagnostics: z.array(
    z.object({
      category: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
});

/** Lints the files with this project's settings; answers `path:line rule` for each finding, in order. */
function lint(files: Readonly<Record<string, readonly string[]>>): Promise<readonly string[]> {
  const texts = Object.fromEntries(Object.entries(files).map(([name, lines]) => [name, `${lines.join("\n")}\n`]));
  return withPlanted(settings, texts, async (root) => {
    const { stdout } = await runNode(
      "node_modules/@biomejs/biome/bin/biome",
      ["lint", "--reporter=json", "--max-diagnostics=none", ...Object.keys(files)],
      { cwd: root },
    );
    const { diagnostics } = Report.parse(JSON.parse(stdout));
    const found = diagnostics.map(({ category, location }) => {
      return `${location.path}:${location.start.line} ${category.split("/").pop()}`;
    });
    return [...new Set(found)].sort();
  });
}

const ambient = [
  "export const a = () => Date.now();",
  "export const b = () => new Date();",
  "export const c = () => Math.random();",
  "export const d = () => crypto.randomUUID();",
  "export const e = () => [1].map(Date.now);",
  "export const f = () => performance.now();",
  "export const { random } = Math;",
  'import { createHash, randomUUID as anyId } from "node:crypto";',
  'import * as crypto from "node:crypto";',
  "export const i = () => [anyId(), createHash, crypto.randomBytes(8)];",
];

test("product code cannot ask the machine for time or chance", async () => {
  const files = ["shared/domain/a.ts", "shared/steps/a.ts", "functions/accept/a.ts", "agents/a.ts"];

  const found = await lint(Object.fromEntries(files.map((file) => [file, ambient])));

  expect(found).toEqual(
    files.flatMap((file) => [1, 10, 2, 3, 4, 5, 6, 7, 8].map((line) => `${file}:${line} plugin`)).sort(),
  );
});

test("the system adapter and code beside the product may ask it, and a date of a given time is always fine", async () => {
  const found = await lint({
    "shared/adapters/system/clock.ts": ambient,
    "local/clock.ts": ambient,
    "test/unit/clock.test.ts": ambient,
    "shared/domain/date.ts": ["export const iso = (at: number) => new Date(at).toISOString();"],
  });

  expect(found).toEqual([]);
});

const environment = [
  'export const a = process.env["A"];',
  "export const { env } = process;",
  'export const c = process["env"];',
  'import { argv, env as settings } from "node:process";',
  "export const d = [argv, settings];",
];

test("the environment is read in the settings only", async () => {
  const found = await lint({
    "shared/adapters/a.ts": environment,
    "shared/runtime/settings.ts": environment,
    "infra/config.ts": environment,
    "local/a.ts": environment,
  });

  expect(found.filter((finding) => finding.endsWith("plugin"))).toEqual(
    [1, 2, 3, 4].map((line) => `shared/adapters/a.ts:${line} plugin`),
  );
});

test("a catch cannot answer with nothing", async () => {
  const found = await lint({
    "shared/adapters/a.ts": [
      "export function a(): string[] {",
      "  try {",
      '    return JSON.parse("[]");',
      "  } catch {",
      "    return [];",
      "  }",
      "}",
      "export function b(): { kind: string } | null {",
      "  try {",
      '    return JSON.parse("{}");',
      "  } catch (error) {",
      "    if (error instanceof SyntaxError) return null;",
      '    return { kind: "unreadable" };',
      "  }",
      "}",
    ],
  });

  expect(found).toEqual(["shared/adapters/a.ts:12 plugin", "shared/adapters/a.ts:5 plugin"]);
});

test("promises cannot be dropped or taken for values, and a switch over a union is complete", async () => {
  const found = await lint({
    "shared/ports/queue.ts": ["export interface Queue {", "  send(text: string): Promise<boolean>;", "}"],
    "shared/steps/a.ts": [
      'import type { Queue } from "../ports/queue.ts";',
      "export function a({ queue }: { readonly queue: Queue }): void {",
      '  queue.send("a");',
      '  if (queue.send("b")) throw new Error("sent");',
      "}",
      'export function b(kind: "done" | "lost"): number {',
      "  switch (kind) {",
      '    case "done":',
      "      return 1;",
      "  }",
      "  return 0;",
      "}",
    ],
  });

  expect(found).toEqual([
    "shared/steps/a.ts:3 noFloatingPromises",
    "shared/steps/a.ts:4 noMisusedPromises",
    "shared/steps/a.ts:7 useExhaustiveSwitchCases",
  ]);
});

test.each([
  { rule: "noRestrictedImports", line: 'export { z } from "zod";' },
  { rule: "noRestrictedImports", line: 'import { z } from "zod"; export const A = z.string();' },
  { rule: "noExplicitAny", line: "export const a: any = 1;" },
  { rule: "noDefaultExport", line: "export default 1;" },
  { rule: "noNonNullAssertion", line: "export const a = (b?: string) => b!.length;" },
  { rule: "noConsole", line: 'export const a = () => console.log("a");' },
  { rule: "noEnum", line: "export enum A { B = 1 }" },
  { rule: "noRestrictedGlobals", line: 'export const a = () => fetch("http://169.254.169.254/");' },
  { rule: "noRestrictedGlobals", line: "export const a = new WebSocket(location);" },
])("$rule holds: $line", async ({ rule, line }) => {
  expect(await lint({ "shared/contracts/a.ts": [line] })).toContain(`shared/contracts/a.ts:1 ${rule}`);
});
