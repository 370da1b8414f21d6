import { describe, test } from "vitest";
import { scenarios } from "../scenarios/catalogue.ts";
import type { Deployment } from "../scenarios/deployment.ts";
import { reallyWait } from "./really-wait.ts";

// Not BASE_URL: vitest sets that one itself.
const { DEPLOYMENT_URL = "", TOKEN = "", SECOND_TOKEN = "", OPERATOR_TOKEN = "" } = process.env;

/** One token a role is enough: whoever `alice` is in a scenario, here it is the person of TOKEN. */
const deployment: Deployment = {
  origin: DEPLOYMENT_URL.replace(/\/+$/, ""),
  token: async (owner, options) => {
    if (options?.operator) return OPERATOR_TOKEN;
    return owner === "alice" ? TOKEN : SECOND_TOKEN;
  },
  pass: reallyWait,
  waits: true,
};

const has = { operator: OPERATOR_TOKEN !== "", "second person": SECOND_TOKEN !== "" };
const playable = scenarios.filter(({ needs = [] }) => needs.every((need) => has[need]));

describe.concurrent(`the deployment at ${deployment.origin}`, () => {
  test.each(playable)("$name", ({ play }) => play(deployment));
});
