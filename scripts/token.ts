/** `npm run token -- --owner alice [--operator] [--ttl 1h]`: prints a bearer token for the stack on this machine. */
import { parseArgs } from "node:util";
import { Issuer } from "../local/auth/issuer.ts";
import { loadSigningKey } from "../local/auth/signing-key.ts";
import { parseDuration } from "../local/clock/duration.ts";
import { SetupProblem } from "../local/problem.ts";
import { openFolder, readRunning } from "../local/process/data-folder.ts";
import { dataDirFrom, portFrom } from "../local/settings.ts";

const usage = "usage: npm run token -- --owner <name> [--operator] [--ttl 1h]";

function readArguments(): { readonly owner: string; readonly isOperator: boolean; readonly ttlMs: number } {
  const { values } = parseArgs({
    options: { owner: { type: "string" }, operator: { type: "boolean" }, ttl: { type: "string", default: "1h" } },
  });
  if (values.owner === undefined || values.owner === "") throw new SetupProblem(`--owner is missing; ${usage}`);
  const ttlMs = parseDuration(values.ttl);
  if (ttlMs === undefined || ttlMs === 0)
    throw new SetupProblem(`--ttl ${values.ttl} is not a duration such as 30m or 1h; ${usage}`);
  return { owner: values.owner, isOperator: values.operator ?? false, ttlMs };
}

/** The issuer is the address of the API: the one that PORT names, else the one that runs on this data, else the default. */
function issuerOrigin(folder: string): string {
  const running = process.env["PORT"] ? undefined : readRunning(folder);
  return running?.origin ?? `http://127.0.0.1:${portFrom(process.env)}`;
}

try {
  const wanted = readArguments();
  const folder = openFolder(dataDirFrom(process.env));
  const issuer = new Issuer(issuerOrigin(folder), await loadSigningKey(folder));
  process.stdout.write(`${await issuer.token(wanted)}\n`);
} catch (error) {
  const isUsage = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  if (!isUsage && !(error instanceof SetupProblem)) throw error;
  process.stderr.write(`${error.message}${isUsage ? `; ${usage}` : ""}\n`);
  process.exitCode = 1;
}
