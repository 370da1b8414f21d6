import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundleFunctions } from "../../infra/bundle-functions.ts";

const outDir = mkdtempSync(join(tmpdir(), "followthrough-sizes-"));
afterAll(() => rmSync(outDir, { recursive: true }));

/**
 * kB at most. What a bundle holds is read and compiled in every cold start; a person waits for the one of `accept`, which
 * has little to grow, and the others have a sixth.
 */
const limits: Readonly<Record<string, number>> = {
  accept: 390,
  "agent-tools": 755,
  fold: 1_035,
  "http-read": 435,
  "http-write": 810,
  openapi: 280,
  operator: 775,
  sweep: 395,
  task: 1_040,
  wake: 445,
};

test("no bundle grows unseen, and none carries a provider of credentials that Lambda does not need", () => {
  const functionsDir = join(import.meta.dirname, "..", "..", "functions");
  const names = bundleFunctions({ functionsDir, outDir, openApi: {} });
  expect(names).toEqual(Object.keys(limits).sort());
  for (const name of names) {
    const file = join(outDir, name, "index.js");
    expect(statSync(file).size / 1_000, `${name} in kB`).toBeLessThan(limits[name] ?? 0);
    const { sources } = JSON.parse(readFileSync(`${file}.map`, "utf8")) as { readonly sources: readonly string[] };
    expect(
      sources.filter((source) => /node_modules\/@aws-sdk\/credential-provider-(?!env)/.test(source)),
      name,
    ).toEqual([]);
  }
});
