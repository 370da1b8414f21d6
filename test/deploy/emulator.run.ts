import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localAudience } from "../../local/auth/issuer.ts";
import { BedrockService } from "../../local/process/bedrock-service.ts";
import { runOps } from "../../scripts/ops/run-ops.ts";
import { scenarios } from "../scenarios/catalogue.ts";
import type { Deployment } from "../scenarios/deployment.ts";
import { exampleSources } from "../scenarios/example-sources.ts";
import { Person } from "../scenarios/person.ts";
import { badTokens } from "../support/bad-tokens.ts";
import { Cdk } from "./cdk.ts";
import { Emulator } from "./emulator.ts";
import { faults, reachableTokenUrl } from "./emulator-faults.ts";
import { startIssuer } from "./local-issuer.ts";
import { reallyWait } from "./really-wait.ts";
import { runProgram } from "./run-program.ts";
import { takeRights } from "./take-rights.ts";

const root = join(import.meta.dirname, "..", "..");
const python = process.env["EMULATOR_PYTHON"] ?? "python3";
const folder = mkdtempSync(join(tmpdir(), "followthrough-deploy-"));
const began = performance.now();
const toStop: (() => Promise<void>)[] = [() => Promise.resolve(rmSync(folder, { recursive: true, force: true }))];

let emulator: Emulator;
let cdk: Cdk;
let assembly: string;
let deployment: Deployment;

const say = (done: string) =>
  process.stderr.write(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${done}\n`);

beforeAll(async () => {
  const reports = join(root, "reports");
  mkdirSync(reports, { recursive: true });
  const bedrock = new BedrockService((reason) => say(reason));
  toStop.push(() => bedrock.stop());
  const { issuer, key, close } = await startIssuer(folder);
  toStop.push(close);
  const bedrockOrigin = await bedrock.origin();
  emulator = await Emulator.start({ python, bedrockOrigin, folder, logFile: join(reports, "emulator.log") });
  toStop.push(() => emulator.stop());
  say("the emulator runs");
  cdk = new Cdk(emulator.environment(), folder);
  await cdk.bootstrap();
  say("cdk bootstrap");
  assembly = await cdk.synth("dev", { stage: "dev", jwtIssuer: issuer.origin, jwtAudience: localAudience });
  say("cdk synth, with all checks");
  const { ApiUrl = "" } = await cdk.deploy(assembly);
  say("cdk deploy");
  const api = await emulator.openApi(ApiUrl);
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

describe.concurrent("the template, deployed by the CDK CLI", () => {
  test("the stage prod, with a user pool of its own, serves people and operators who signed in", async () => {
    const context = { stage: "prod", alarmEmail: "ops@example.com", encryptLogs: "true" };
    const outputs = await cdk.deploy(await cdk.synth("prod", context));
    const api = await emulator.openApi(outputs["ApiUrl"] ?? "");
    toStop.push(() => api.close());
    say("prod: deployed");
    const file = join(folder, "outputs.json");
    const TokenUrl = reachableTokenUrl(outputs["TokenUrl"] ?? "", emulator.origin);
    writeFileSync(file, JSON.stringify({ "followthrough-prod": { ...outputs, ApiUrl: api.origin, TokenUrl } }));
    const run = (script: string, args: readonly string[], until?: string) => {
      const env = { ...emulator.environment(), PASSWORD: "Correct-horse-7" };
      return runProgram(process.execPath, [join(root, "scripts", script), "--outputs", file, ...args], { env, until });
    };
    const tokenOf = async (...who: readonly string[]) => {
      const { code, output } = await run("sign-in.ts", who);
      expect(code, output).toBe(0);
      return output.trim();
    };
    const statusOf = async (path: string, token: string) =>
      (await fetch(api.origin + path, { headers: { authorization: `Bearer ${token}` } })).status;
    const person = await tokenOf("--email", "ada@example.com", "--create");
    const operator = await tokenOf("--operator");
    expect(await statusOf("/api/sessions", person)).toBe(200);
    expect(await statusOf("/api/sessions", await tokenOf("--email", "ada@example.com"))).toBe(200);
    expect(await statusOf("/api/agents/report/follow-ups", person)).toBe(403);
    expect(await statusOf("/api/agents/report/follow-ups", operator)).toBe(200);
    say("prod: signed in");
    // What comes after the promise is a wait for it.
    const promised = "scheduled: fu_";
    expect((await run("demo.ts", [], promised)).output).toContain(promised);
    say("prod: the first answer, and a promise");
  });

  test.each(scenarios)("$name", async ({ name, play }) => {
    await play(deployment);
    say(name);
  });
});

describe("the same deployment afterwards", () => {
  test("its doctor finds nothing wrong", async () => {
    const token = await deployment.token("doctor", { operator: true });
    const { out, err, exitCode } = await runOps(["doctor", "--url", deployment.origin, "--token", token], {});
    expect(exitCode, `${out}${err}`).toBe(0);
    say("npm run ops -- doctor");
  });

  test("an upgrade keeps what people have, and goes on with it", async () => {
    const alice = await Person.of(deployment, "alice");
    const { id } = await alice.ask("report", "Write a report on energy use", exampleSources());
    await alice.delivered(id, 1);
    const file = join(assembly, "followthrough-dev.template.json");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll('"LOG_LEVEL":"INFO"', '"LOG_LEVEL":"DEBUG"'));
    await cdk.deploy(assembly);
    expect(await alice.run(id)).toMatchObject({ status: "completed", dag_version: 1 });
    await alice.say(id, "Expand the second point");
    expect((await alice.delivered(id, 2)).payload["dag_version"]).toBe(2);
    say("cdk deploy again: an upgrade");
  });

  test("a function can do what its role says, and nothing without it", async () => {
    const alice = await Person.of(deployment, "alice");
    expect((await alice.send("GET", "/api/sessions")).status).toBe(200);
    await takeRights(python, "followthrough-dev-HttpReadRole", emulator.environment());
    expect((await alice.send("GET", "/api/sessions")).status).toBeGreaterThanOrEqual(500);
  });

  test("a stack of dev can be removed", async () => {
    await cdk.destroy(assembly);
    expect((await fetch(`${deployment.origin}/openapi.json`)).status).toBe(404);
    say("cdk destroy");
  });
});
