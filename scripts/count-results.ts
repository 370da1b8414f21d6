import path from "node:path";
import * as z from "zod";

/** How many things were tried and held, how many did not, and a line for each that did not. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

/** What the test runner left behind. `report` is its parsed JSON report, undefined when it wrote none. */
export interface TestRun {
  readonly report: unknown;
  readonly exitCode: number;
  /** The test files that exist, as paths from `root`; each has to be in the report. */
  readonly files: readonly string[];
  /** Absolute path of the project the report is about. */
  readonly root: string;
}

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});
type FileResult = z.infer<typeof Report>["testResults"][number];

/**
 * Counts a test run so that nothing that did not run can look like a success: a skipped test, a file that failed to load
 * or is missing from the report, an unreadable report, a bad exit code without a failed test, and an empty run all fail.
 */
export function countTests({ report, exitCode, files, root }: TestRun): Tally {
  const parsed = Report.safeParse(report);
  if (!parsed.success) return { passed: 0, failed: 1, failures: ["the test runner left no readable report"] };
  const results = parsed.data.testResults.map((result) => ({ ...result, name: path.relative(root, result.name) }));
  const reported = new Set(results.map((result) => result.name));
  const passed = results.flatMap((result) => result.assertionResults).filter((test) => test.status === "passed").length;
  const failures = [
    ...results.flatMap(failuresOf),
    ...files.filter((file) => !reported.has(file)).map((file) => `${file}: no project ran this file`),
  ];
  if (failures.length === 0 && exitCode !== 0)
    failures.push(`the test runner ended with ${exitCode} outside of any test`);
  if (failures.length === 0 && passed === 0) failures.push("no test ran");
  return { passed, failed: failures.length, failures };
}

/** Adds up tallies. */
export function addUp(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
    failures: tallies.flatMap((tally) => tally.failures),
  };
}

/** The line a caller can read: `12 passed, 0 failed`. */
export function closingLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

function failuresOf({ name, status, message, assertionResults }: FileResult): string[] {
  const failed = assertionResults
    .filter((test) => test.status !== "passed")
    .map((test) => `${name}: ${test.fullName} (${test.status})`);
  if (assertionResults.length === 0) return [`${name}: no test ran in this file`];
  // A hook that breaks after the last test fails the file and none of its tests.
  if (failed.length === 0 && status !== "passed") return [`${name}: ${message || status}`];
  return failed;
}
