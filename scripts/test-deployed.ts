/**
 * `BASE_URL=https://… TOKEN=… npm run test:deployed`: plays the scenarios on a deployment that runs. It waits for wakes in
 * real time and costs model calls. SECOND_TOKEN (of another person) and OPERATOR_TOKEN add the scenarios that need them.
 */
import { scenarios } from "../test/scenarios/catalogue.ts";
import { closingLine } from "./count-results.ts";
import { playOnDeployment } from "./deployments.ts";

const { BASE_URL = "", TOKEN = "", SECOND_TOKEN = "", OPERATOR_TOKEN = "" } = process.env;

if (!URL.canParse(BASE_URL) || TOKEN === "") {
  console.error("usage: BASE_URL=https://… TOKEN=… [SECOND_TOKEN=…] [OPERATOR_TOKEN=…] npm run test:deployed");
  process.exitCode = 1;
} else {
  const given = { DEPLOYMENT_URL: BASE_URL, TOKEN, SECOND_TOKEN, OPERATOR_TOKEN };
  const tally = await playOnDeployment(given);
  for (const failure of tally.failures) console.log(`- ${failure}`);
  const has = { "second person": SECOND_TOKEN !== "", operator: OPERATOR_TOKEN !== "" };
  for (const { name, needs = [] } of scenarios) {
    const lacking = needs.filter((need) => !has[need]);
    if (lacking.length > 0) console.log(`- not played, for want of a token (${lacking.join(", ")}): ${name}`);
  }
  console.log(closingLine(tally));
  process.exitCode = tally.failed === 0 ? 0 : 1;
}
