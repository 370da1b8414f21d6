import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundleFunctions } from "../../infra/bundle-functions.ts";

const outDir = mkdtempSync(join(tmpdir(), "followthrough-sizes-"));
afterAll(() => rmSync(outDir, { recursive: true }));

/** kB at most: what each has now, and a twentieth. What a bundle holds is read and compiled in every cold start. */
const limits: Readonly<Record<string, number>> = {
  accept: 410,
  "agent-tools": 690,
  fold: 930,
  "http-read": 380,
  "http-write": 710,
  openapi: 230,
  operator: 700,
  sweep: 370,
  task: 940,
  wake: 410,
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
