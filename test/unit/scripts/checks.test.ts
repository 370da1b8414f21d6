import { expect, test } from "vitest";
import { byExitCode, describeCheck, runCheck } from "../../../scripts/checks.ts";

test("a check that ends with another code than 0 has failed and shows what it printed", async () => {
  const result = await runCheck("anything", () => byExitCode("scripts/no-such-file.ts", []));

  expect(result.ok).toBe(false);
  expect(describeCheck(result)).toMatch(/^FAILED {2}anything .*\n[\s\S]*Cannot find module/);
});

test("a check that breaks has failed with its reason", async () => {
  const result = await runCheck("anything", () => Promise.reject(new Error("no such tool")));

  expect(result).toMatchObject({ ok: false, details: "Error: no such tool" });
});

test("a check that holds takes one line", async () => {
  const result = await runCheck("anything", async () => ({ ok: true, note: "12 files", details: "noise" }));

  expect(describeCheck(result)).toMatch(/^ok {6}anything {9} +0\.0 s {2}12 files$/);
});
