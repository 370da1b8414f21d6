/**
 * `npm test [-- --deploy]`: the static checks, the build and every test, once; with `--deploy` also the deployment to an
 * emulator, where that can be had. Ends with one line alone, `N passed, M failed`, in which each check and the build count
 * as one and nothing that was not tried counts, and exits with 1 unless M is 0.
 */
import { globSync } from "node:fs";
import { parseArgs } from "node:util";
import { byExitCode, type CheckResult, describeCheck, runCheck, runChecks } from "./checks.ts";
import { addUp, closingLine, type Tally } from "./count-results.ts";
import { playOnEmulator } from "./deployments.ts";
import { projectRoot } from "./run-node.ts";
import { runTests } from "./run-tests.ts";

function countChecks(results: readonly CheckResult[]): Tally {
  const failures = results.filter((result) => !result.ok).map((result) => `${result.name}: see above`);
  return { passed: results.length - failures.length, failed: failures.length, failures };
}

const { values: wanted } = parseArgs({ options: { deploy: { type: "boolean", default: false } } });
const checks = await runChecks();
// After the checks, which have both cores to themselves; before the tests, which read what it builds.
const build = await runCheck("build", () => byExitCode("scripts/build.ts", []));
for (const result of [...checks, build]) console.log(describeCheck(result));
const checked = countChecks([...checks, build]);
const files = globSync("test/**/*.test.ts", { cwd: projectRoot });
const tested = await runTests({ name: "vitest", files });
const emulator = wanted.deploy ? await playOnEmulator() : undefined;
const total = addUp([checked, tested, ...(emulator?.kind === "ran" ? [emulator.tally] : [])]);

console.log(`\nchecks: ${closingLine(checked)}\ntests:  ${closingLine(tested)}`);
if (emulator?.kind === "ran") console.log(`deploy: ${closingLine(emulator.tally)}`);
if (emulator?.kind === "unavailable") console.log(`deploy: could not be tried, and is not counted: ${emulator.why}`);
for (const failure of total.failures) console.log(`- ${failure}`);
console.log(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;
