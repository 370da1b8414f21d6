import type { StackOptions } from "./options.ts";
import { SetupProblem } from "./problem.ts";

const defaultPort = 3_000;
const defaultDataDir = ".local";

/** Port of the HTTP API from PORT. @throws SetupProblem */
export function portFrom(env: NodeJS.ProcessEnv): number {
  const text = env["PORT"] ?? "";
  if (text === "") return defaultPort;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new SetupProblem(`PORT must be a number from 0 to 65535, not ${text}.`);
}

/** Folder of the data from DATA_DIR. */
export function dataDirFrom(env: NodeJS.ProcessEnv): string {
  return env["DATA_DIR"] || defaultDataDir;
}

/** How the stack is to be started, from the environment. @throws SetupProblem for a value that is not one. */
export function optionsFrom(env: NodeJS.ProcessEnv): StackOptions {
  return {
    port: portFrom(env),
    dataDir: dataDirFrom(env),
    clock: oneOf(env, "CLOCK", ["real", "virtual"]),
    schedulerGrain: oneOf(env, "SCHEDULER_GRAIN", ["second", "minute"]),
    dynamodbEndpoint: env["AWS_ENDPOINT_URL_DYNAMODB"] || undefined,
    logsToStderr: env["LOG"] === "1",
  };
}

/** The first choice is the default. */
function oneOf<const Choice extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = env[name] ?? "";
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  if (text === "") return choices[0];
  throw new SetupProblem(`${name} must be ${choices.join(" or ")}, not ${text}.`);
}
