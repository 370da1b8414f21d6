/**
 * `npm test`: the static checks, the build and every test, once. Ends with one line alone, `N passed, M failed`, in which
 * each check and the build count as one, and exits with 1 unless M is 0.
 */
import { globSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { byExitCode, type CheckResult, describeCheck, runCheck, runChecks } from "./checks.ts";
import { addUp, closingLine, countTests, type Tally } from "./count-results.ts";
import { projectRoot, runNode } from "./run-node.ts";

const reportFile = path.join(projectRoot, "reports/vitest.json");

function countChecks(results: readonly CheckResult[]): Tally {
  const failures = results.filter((result) => !result.ok).map((result) => `${result.name}: see above`);
  return { passed: results.length - failures.length, failed: failures.length, failures };
}

async function runTests(): Promise<Tally> {
  // An old report must not speak for a run that never wrote one.
  rmSync(reportFile, { force: true });
  const { exitCode } = await runNode(
    "node_modules/vitest/vitest.mjs",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`],
    { show: true },
  );
  const files = globSync("test/**/*.test.ts", { cwd: projectRoot });
  return countTests({ report: readReport(), exitCode, files, root: projectRoot });
}

function readReport(): unknown {
  try {
    return JSON.parse(readFileSync(reportFile, "utf8"));
  } catch (error) {
    console.error(`cannot read ${reportFile}: ${String(error)}`);
    return undefined;
  }
}

const checks = await runChecks();
// After the checks, which have both cores to themselves; before the tests, which read what it builds.
const build = await runCheck("build", () => byExitCode("scripts/build.ts", []));
for (const result of [...checks, build]) console.log(describeCheck(result));
const checked = countChecks([...checks, build]);
const tested = await runTests();
const total = addUp([checked, tested]);

console.log(`\nchecks: ${closingLine(checked)}\ntests:  ${closingLine(tested)}`);
for (const failure of total.failures) console.log(`- ${failure}`);
console.log(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;
