import { parseArgs } from "node:util";
import { OpsClient } from "./client.ts";
import { commands, usage } from "./commands.ts";
import { OpsProblem } from "./ops-problem.ts";

/** What is printed, and with which code the process ends. */
export interface Outcome {
  readonly out: string;
  readonly err: string;
  readonly exitCode: 0 | 1 | 2;
}

const texts = [
  ...["url", "token", "status", "session", "from", "to", "limit", "in", "at", "max", "agent"],
  ...["max-depth", "max-per-session", "max-context-bytes"],
];
const flags = ["json", "skip-wake", "help"];
const options = {
  ...Object.fromEntries(texts.map((name) => [name, { type: "string" as const }])),
  ...Object.fromEntries(flags.map((name) => [name, { type: "boolean" as const }])),
};

/** Runs one command line. Never rejects for what a person can put right. */
export async function runOps(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Outcome> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [name, ...words] = positionals;
    if (name === undefined || values["help"] === true)
      return { out: usage(), err: "", exitCode: name === undefined ? 2 : 0 };
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw new OpsProblem(`There is no command ${name}.`, 2);
    const client = new OpsClient(
      given(values["url"] ?? environment["FOLLOWTHROUGH_URL"], "--url or FOLLOWTHROUGH_URL"),
      given(values["token"] ?? environment["FOLLOWTHROUGH_TOKEN"], "--token or FOLLOWTHROUGH_TOKEN"),
    );
    const { json, text, failed = false } = await command.run({ client, words, options: values });
    const out = values["json"] === true ? JSON.stringify(json, null, 2) : text;
    return { out, err: "", exitCode: failed ? 1 : 0 };
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): Outcome {
  if (error instanceof OpsProblem) {
    const hint = error.exitCode === 2 ? " Say --help for what there is." : "";
    return { out: "", err: `${error.message}${hint}`, exitCode: error.exitCode };
  }
  const isUsage = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  if (!isUsage) throw error;
  return { out: "", err: `${error.message}. Say --help for what there is.`, exitCode: 2 };
}

function given(value: unknown, name: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new OpsProblem(`${name} is missing.`, 2);
}
