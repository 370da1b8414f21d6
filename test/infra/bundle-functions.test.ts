import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { bundleFunctions } from "../../infra/bundle-functions.ts";

const folder = mkdtempSync(join(tmpdir(), "followthrough-build-"));
const functionsDir = join(folder, "functions");
afterAll(() => rmSync(folder, { recursive: true }));

const handler = "declare const __OPENAPI__: string;\nexport const handler = async () => JSON.parse(__OPENAPI__);\n";
for (const name of ["greet", "part"]) {
  mkdirSync(join(functionsDir, name), { recursive: true });
  writeFileSync(join(functionsDir, name, "handler.ts"), handler);
}
const openApi = { openapi: "3.1.0", info: { title: 'with "quotes"' } };
const build = (out: string) => {
  const outDir = join(folder, out);
  return { outDir, names: bundleFunctions({ functionsDir, outDir, openApi }) };
};

describe("the build", () => {
  test("makes one folder for each function that Lambda and Node can load as it is", async () => {
    const { outDir, names } = build("first");
    expect(names).toEqual(["greet", "part"]);
    expect(readdirSync(join(outDir, "greet")).sort()).toEqual(["index.js", "index.js.map", "package.json"]);
    const bundle = createRequire(import.meta.url)(join(outDir, "greet", "index.js"));
    await expect(bundle.handler()).resolves.toEqual(openApi);
  });

  test("makes the same bytes again, so that an unchanged function is not deployed again", async () => {
    const [first, second] = [build("first"), build("second")];
    const bundleIn = (outDir: string) => readFileSync(join(outDir, "part", "index.js"), "utf8");
    expect(bundleIn(second.outDir)).toBe(bundleIn(first.outDir));
  });

  test("removes the bundle of a function that is gone", async () => {
    mkdirSync(join(folder, "first", "gone"), { recursive: true });
    const { outDir } = build("first");
    expect(readdirSync(outDir).sort()).toEqual(["greet", "part"]);
  });
});
