/**
 * `npm run --silent sign-in -- --email you@example.com [--create]`: prints a token for a deployment that has a user pool of
 * its own; with `--operator` instead of `--email` one for the routes of operators. The password comes from PASSWORD or is
 * asked for. Reads `outputs.json` of `cdk deploy --outputs-file outputs.json`; `--outputs` names another file.
 */
import { stderr, stdin } from "node:process";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { SetupProblem } from "../local/problem.ts";
import { readOutputs } from "./sign-in/outputs.ts";
import { Tokens } from "./sign-in/tokens.ts";

const usage = "usage: npm run --silent sign-in -- (--email ADDRESS [--create] | --operator) [--outputs FILE]";

async function passwordOf(email: string): Promise<string> {
  const given = process.env["PASSWORD"] ?? "";
  if (given !== "") return given;
  if (!stdin.isTTY) throw new SetupProblem("Set PASSWORD, or run this in a terminal to be asked.");
  stderr.write(`Password of ${email} (12 characters, with capitals, digits and symbols): `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  const password = await lines.question("");
  lines.close();
  stderr.write("\n");
  return password;
}

async function token(): Promise<string> {
  const { values } = parseArgs({
    options: {
      email: { type: "string" },
      create: { type: "boolean", default: false },
      operator: { type: "boolean", default: false },
      outputs: { type: "string", default: "outputs.json" },
    },
  });
  const { email, create, operator } = values;
  if (operator === (email !== undefined)) throw new SetupProblem(usage);
  const tokens = new Tokens(readOutputs(values.outputs), process.env["AWS_ENDPOINT_URL"] || undefined);
  if (email === undefined) return await tokens.ofOperator();
  const account = { email, password: await passwordOf(email) };
  if (create) await tokens.setAccount(account);
  return await tokens.ofPerson(account);
}

try {
  process.stdout.write(`${await token()}\n`);
} catch (error) {
  const isUsage = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  if (!isUsage && !(error instanceof SetupProblem)) throw error;
  stderr.write(`${error.message}${isUsage ? `; ${usage}` : ""}\n`);
  process.exitCode = 1;
}
