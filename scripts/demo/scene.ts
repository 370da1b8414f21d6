import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { parseDuration } from "../../local/clock/duration.ts";
import { readOutputs } from "../sign-in/outputs.ts";
import { Tokens } from "../sign-in/tokens.ts";

/** What a session is played on. */
export interface Scene {
  readonly origin: string;
  readonly token: string;
  /** Lets time go by, such as `5s`. */
  pass(by: string): Promise<unknown>;
  /** True where that really takes so long. */
  readonly isSlow?: boolean;
}

/** The account that the demo makes for itself; nobody gets mail at such an address. */
const email = "demo@followthrough.invalid";

/** The deployment whose outputs a file holds, with a token of the demo's own account. @throws SetupProblem */
export async function deployedScene(outputsFile: string): Promise<Scene> {
  const outputs = readOutputs(outputsFile);
  const tokens = new Tokens(outputs, process.env["AWS_ENDPOINT_URL"] || undefined);
  // Nobody needs to know it: the next demo sets another one.
  const account = { email, password: `${randomBytes(24).toString("base64url")}-Aa1` };
  await tokens.setAccount(account);
  return {
    origin: outputs.ApiUrl.replace(/\/+$/, ""),
    token: await tokens.ofPerson(account),
    pass: (by) => wait(parseDuration(by) ?? 0),
    isSlow: true,
  };
}
