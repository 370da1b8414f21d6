/**
 * `npm run test:deploy`: deploys the real template with the stock CDK CLI to an AWS emulator on this machine and plays the
 * scenarios on it. Ends with `N passed, M failed` and exits with 1 unless M is 0. Where the emulator cannot be had, it
 * says so in a sentence and exits with 77.
 */
import { closingLine } from "./count-results.ts";
import { playOnEmulator } from "./deployments.ts";

const couldNotRun = 77;

const run = await playOnEmulator();
if (run.kind === "unavailable") {
  console.log(`The deployment could not be tried: ${run.why}.`);
  process.exitCode = couldNotRun;
} else {
  for (const failure of run.tally.failures) console.log(`- ${failure}`);
  console.log(closingLine(run.tally));
  process.exitCode = run.tally.failed === 0 ? 0 : 1;
}
