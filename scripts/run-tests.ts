import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { countTests, type Tally } from "./count-results.ts";
import { projectRoot, runNode } from "./run-node.ts";

/** A run of the test runner. */
export interface RunTests {
  /** What is run: the name of its report in `reports/`. */
  readonly name: string;
  /** Every file that has to be run, from the project's root. */
  readonly files: readonly string[];
  /** Arguments of the test runner besides those for its reports. */
  readonly args?: readonly string[];
  /** Variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs tests, shows them in the terminal and counts what its report says. */
export async function runTests({ name, files, args = [], env = {} }: RunTests): Promise<Tally> {
  const reportFile = path.join(projectRoot, "reports", `${name}.json`);
  // An old report must not speak for a run that never wrote one.
  rmSync(reportFile, { force: true });
  const { exitCode } = await runNode(
    "node_modules/vitest/vitest.mjs",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`, ...args],
    { show: true, env },
  );
  return countTests({ report: readReport(reportFile), exitCode, files, root: projectRoot });
}

function readReport(reportFile: string): unknown {
  try {
    return JSON.parse(readFileSync(reportFile, "utf8"));
  } catch (error) {
    console.error(`cannot read ${reportFile}: ${String(error)}`);
    return undefined;
  }
}
