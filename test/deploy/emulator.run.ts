import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { localAudience } from "../../local/auth/issuer.ts";
import { BedrockService } from "../../local/process/bedrock-service.ts";
import { scenarios } from "../scenarios/catalogue.ts";
import type { Deployment } from "../scenarios/deployment.ts";
import { badTokens } from "../support/bad-tokens.ts";
import { Cdk, type Outputs } from "./cdk.ts";
import { Emulator } from "./emulator.ts";
import { faults } from "./emulator-faults.ts";
import { startIssuer } from "./local-issuer.ts";
import { reallyWait } from "./really-wait.ts";

const folder = mkdtempSync(join(tmpdir(), "followthrough-deploy-"));
const reports = join(import.meta.dirname, "..", "..", "reports");
const began = performance.now();
const toStop: (() => Promise<void>)[] = [() => Promise.resolve(rmSync(folder, { recursive: true, force: true }))];

let emulator: Emulator;
let cdk: Cdk;
let assembly: string;
let outputs: Outputs;
let deployment: Deployment;

const say = (done: string) =>
  process.stderr.write(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${done}\n`);

beforeAll(async () => {
  mkdirSync(reports, { recursive: true });
  const bedrock = new BedrockService((reason) => say(reason));
  toStop.push(() => bedrock.stop());
  const { issuer, key, close } = await startIssuer(folder);
  toStop.push(close);
  emulator = await Emulator.start({
    python: process.env["EMULATOR_PYTHON"] ?? "python3",
    bedrockOrigin: await bedrock.origin(),
    folder,
    logFile: join(reports, "emulator.log"),
  });
  toStop.push(() => emulator.stop());
  say("the emulator runs");
  cdk = new Cdk(emulator.environment(), folder);
  await cdk.bootstrap();
  say("cdk bootstrap");
  assembly = await cdk.synth("dev", { stage: "dev", jwtIssuer: issuer.origin, jwtAudience: localAudience });
  say("cdk synth, with all checks");
  outputs = await cdk.deploy(assembly);
  say("cdk deploy");
  const api = await emulator.openApi(outputs["ApiUrl"] ?? "");
  toStop.push(() => api.close());
  deployment = {
    origin: api.origin,
    token: (owner, { operator = false } = {}) => issuer.token({ owner, isOperator: operator, ttlMs: 3_600_000 }),
    pass: reallyWait,
    waits: true,
    badTokens: () => badTokens(issuer.origin, key),
  };
});

afterAll(async () => {
  for (const stop of toStop.reverse()) await stop();
  for (const { what } of faults) say(`not as on AWS: ${what}`);
});

describe.concurrent("the template of dev, deployed by the CDK CLI", () => {
  test.each(scenarios)("$name", async ({ name, play }) => {
    await play(deployment);
    say(name);
  });
});
