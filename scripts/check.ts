/** `npm run check`: the static checks, side by side. Exits with 1 when any of them has a finding. */
import { describeCheck, runChecks } from "./checks.ts";

const results = await runChecks();
for (const result of results) console.log(describeCheck(result));
process.exitCode = results.every((result) => result.ok) ? 0 : 1;
