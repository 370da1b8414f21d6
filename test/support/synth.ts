import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, type CfnElement } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import type { IConstruct } from "constructs";
import { addStack } from "../../infra/add-stack.ts";
import { addChecks } from "../../infra/checks.ts";
import { type AgentWakeUp, describedFolder } from "../../infra/described.ts";
import type { FollowthroughStack } from "../../infra/followthrough-stack.ts";
import { functionSizes } from "../../infra/functions.ts";

/** A stack and the template made from it. */
export interface Synth {
  readonly app: App;
  readonly stack: FollowthroughStack;
  readonly template: Template;
}

/** Context keys as `cdk -c` would set them. */
export type Context = Readonly<Record<string, string>>;

const cdkJson = join(import.meta.dirname, "..", "..", "cdk.json");
const made = new Map<string, Synth>();

/** The stack for a context, and with agents of which something is known when wake-ups are given, without the checks. A worker makes each one only once. */
export function synth(context: Context = {}, wakeUps?: readonly AgentWakeUp[]): Synth {
  const key = JSON.stringify([context, wakeUps]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const fresh = withApp({ context, wakeUps }, (app, stack) => ({ app, stack, template: Template.fromStack(stack) }));
  made.set(key, fresh);
  return fresh;
}

/** Synthesises as `npm run synth` does. @throws with the report when a check has a finding. */
export function synthWithChecks(
  context: Context,
  change: (stack: FollowthroughStack) => void = () => undefined,
  wakeUps?: readonly AgentWakeUp[],
): void {
  withApp({ context, wakeUps }, (app, stack) => {
    change(stack);
    addChecks(app, stack);
    app.synth();
  });
}

/** The logical id of an L2 construct's own resource. */
export function logicalIdOf({ stack }: Synth, construct: IConstruct): string {
  return stack.resolve((construct.node.defaultChild as CfnElement).logicalId);
}

type Given = { readonly context: Context; readonly wakeUps: readonly AgentWakeUp[] | undefined };

/** Runs `use` with an app whose functions are empty and whose output is removed afterwards. */
function withApp<Result>(given: Given, use: (app: App, stack: FollowthroughStack) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "followthrough-synth-"));
  try {
    for (const name of Object.keys(functionSizes)) {
      mkdirSync(join(folder, "functions", name), { recursive: true });
      writeFileSync(join(folder, "functions", name, "index.js"), `exports.handler = async () => "${name}";\n`);
    }
    if (given.wakeUps !== undefined) describe(join(folder, "functions", describedFolder), given.wakeUps);
    const { context } = JSON.parse(readFileSync(cdkJson, "utf8"));
    const app = new App({
      context: { ...context, ...given.context },
      outdir: join(folder, "out"),
      builtinCloudFormationValidation: false,
    });
    return use(app, addStack(app, join(folder, "functions")));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes what a build would have found out about the agents. */
function describe(folder: string, wakeUps: readonly AgentWakeUp[]): void {
  mkdirSync(folder);
  const files = { "wake-ups": wakeUps, "bedrock-functions": [], "gateway-tools": [] };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));
  }
}
