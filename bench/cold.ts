import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleFunctions } from "../infra/bundle-functions.ts";
import { openApiDocument } from "../shared/contracts/openapi.ts";
import { settingNames } from "../shared/runtime/settings.ts";
import { percentile } from "./load.ts";

/** What a bundle costs before its first event: kB, and milliseconds from `require` to its return in a new process. */
export interface ColdStart {
  readonly name: string;
  readonly kb: number;
  readonly import_ms: number;
  readonly cpu_ms: number;
  /** CPU time beside that of the SDK's clients in the same turn: a machine changes its pace between turns. */
  readonly of_clients: number;
}

/** Beside the functions, bundled the same way: nothing, and the clients that accepting a follow-up needs. */
const yardsticks: Readonly<Record<string, string>> = {
  empty: "export const handler = async () => undefined;\n",
  "sdk-clients": [
    'import { DynamoDBClient, UpdateItemCommand } from "@aws-sdk/client-dynamodb";',
    'import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";',
    "const clients = [new DynamoDBClient({}), new SQSClient({})];",
    "export const handler = async () => [clients, UpdateItemCommand, SendMessageCommand].length;",
    "",
  ].join("\n"),
};

/** Runs in the new process. Node's own start is over by then. */
const timed = `
const cpu = process.cpuUsage();
const at = process.hrtime.bigint();
require(process.argv[1]);
const ms = Number(process.hrtime.bigint() - at) / 1e6;
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ ms, cpu: (user + system) / 1e3 }));
`;

/** Every variable that a function may look for, as a number, which is a name too; a load connects to nothing. */
const environment = Object.fromEntries(
  [...settingNames, "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].map((name) => [name, "7"]),
);

/** Bundles everything as it is deployed and loads each bundle `times` times, taking turns. */
export async function measureCold(times: number): Promise<readonly ColdStart[]> {
  const folder = mkdtempSync(join(tmpdir(), "followthrough-cold-"));
  const root = join(import.meta.dirname, "..");
  try {
    const functions = join(folder, "functions");
    const names = bundleFunctions({
      functionsDir: join(root, "functions"),
      outDir: functions,
      openApi: openApiDocument(),
    });
    // Inside the project, so that the packages are found.
    mkdirSync(join(root, ".local"), { recursive: true });
    const sources = mkdtempSync(join(root, ".local", "cold-"));
    for (const [name, source] of Object.entries(yardsticks)) {
      mkdirSync(join(sources, name));
      writeFileSync(join(sources, name, "handler.ts"), source);
    }
    const others = join(folder, "yardsticks");
    bundleFunctions({ functionsDir: sources, outDir: others, openApi: {} });
    rmSync(sources, { recursive: true });
    const files = [
      ...Object.keys(yardsticks).map((name) => ({ name, file: join(others, name, "index.js") })),
      ...names.map((name) => ({ name, file: join(functions, name, "index.js") })),
    ];
    const turns = Array.from({ length: times }, () => new Map(files.map(({ name, file }) => [name, load(file)])));
    const median = (of: (turn: ReadonlyMap<string, Load>) => number) => percentile(turns.map(of), 0.5);
    return files.map(({ name, file }) => ({
      name,
      kb: Math.round(statSync(file).size / 1_000),
      import_ms: median((turn) => turn.get(name)?.ms ?? 0),
      cpu_ms: median((turn) => turn.get(name)?.cpu ?? 0),
      of_clients: median((turn) => (turn.get(name)?.cpu ?? 0) / (turn.get("sdk-clients")?.cpu ?? 1)),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds of one load, by the clock and of the CPU. */
type Load = { readonly ms: number; readonly cpu: number };

function load(file: string): Load {
  const env = { ...environment, AWS_REGION: "us-east-1", PATH: process.env["PATH"] };
  const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", timed, file], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${file} does not load: ${stderr.slice(-1_000)}`);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}
