import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { addUp, closingLine, countTests } from "../../../scripts/count-results.ts";

const root = "/project";

/** What the test runner really wrote about five files of which four are bad, with the paths replaced. */
const badRun: unknown = JSON.parse(readFileSync(path.join(import.meta.dirname, "report-of-a-bad-run.json"), "utf8"));

function aReport(...statuses: readonly string[]): unknown {
  const assertionResults = statuses.map((status, index) => ({ fullName: `promise ${index + 1}`, status }));
  return { testResults: [{ name: "/project/test/unit/a.test.ts", status: "passed", message: "", assertionResults }] };
}

const aRun = { report: aReport("passed", "passed"), exitCode: 0, files: ["test/unit/a.test.ts"], root };

describe("the count of a test run", () => {
  test("is what passed when everything ran and passed", () => {
    expect(countTests(aRun)).toEqual({ passed: 2, failed: 0, failures: [] });
  });

  test("names each failed, skipped, planned, unloadable and badly torn down thing of a bad run once", () => {
    const tally = countTests({ ...aRun, report: badRun, exitCode: 1, files: [] });

    expect(closingLine(tally)).toBe("3 passed, 6 failed");
    expect(tally.failures.map((failure) => failure.slice(0, 62))).toEqual([
      "test/unit/mixed.test.ts: a broken promise fails (failed)",
      "test/unit/mixed.test.ts: a skipped promise was never tried (sk",
      "test/unit/mixed.test.ts: a planned promise is not kept yet (to",
      "test/unit/setup.test.ts: the body never ran (skipped)",
      "test/unit/teardown.test.ts: the server did not stop",
      "test/unit/unloadable.test.ts: no test ran in this file",
    ]);
  });

  test.each([
    { case: "a skipped test", run: { ...aRun, report: aReport("passed", "skipped") }, line: "1 passed, 1 failed" },
    {
      case: "a file no project ran",
      run: { ...aRun, files: [...aRun.files, "test/b.test.ts"] },
      line: "2 passed, 1 failed",
    },
    { case: "a bad exit code of passing tests", run: { ...aRun, exitCode: 1 }, line: "2 passed, 1 failed" },
    { case: "an empty run", run: { ...aRun, report: { testResults: [] }, files: [] }, line: "0 passed, 1 failed" },
    { case: "a missing report", run: { ...aRun, report: undefined }, line: "0 passed, 1 failed" },
    { case: "an unknown report", run: { ...aRun, report: { tests: 5 } }, line: "0 passed, 1 failed" },
  ])("is not clean for $case", ({ run, line }) => {
    expect(closingLine(countTests(run))).toBe(line);
  });

  test("adds up without losing a failure", () => {
    const checks = { passed: 4, failed: 1, failures: ["types"] };

    expect(addUp([checks, countTests(aRun)])).toEqual({ passed: 6, failed: 1, failures: ["types"] });
  });
});
