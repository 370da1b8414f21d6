import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { readConfig } from "./config.ts";
import { FollowthroughStack } from "./followthrough-stack.ts";

/*
 * `npm run synth` and `cdk deploy -c stage=prod` come here through `cdk.json`.
 *
 * A local runner starts this file itself and needs no CLI, no account and no network:
 *
 *   CDK_OUTDIR=<folder> CDK_CONTEXT_JSON='{"stage":"local","jwtIssuer":"http://127.0.0.1:<port>",
 *   "jwtAudience":"followthrough"}' node infra/app.ts
 *
 * It finds `followthrough-local.template.json` in that folder, with account 000000000000 and Region us-east-1 spelled
 * out, and each function's folder (`dist/functions/<name>`) in the resource's `Metadata["aws:asset:path"]`.
 * Every other key of `infra/config.ts` may be given as well.
 */
const root = join(import.meta.dirname, "..");
const { context } = JSON.parse(readFileSync(join(root, "cdk.json"), "utf8"));
const app = new App({ context, builtinCloudFormationValidation: false });
const config = readConfig(app.node);
const isLocal = config.stage === "local";
if (isLocal) {
  app.node.setContext("aws:cdk:enable-asset-metadata", true);
  app.node.setContext("aws:cdk:disable-asset-staging", true);
}
const stack = new FollowthroughStack(app, `followthrough-${config.stage}`, {
  config,
  functionsDir: join(root, "dist", "functions"),
  description: `Followthrough (${config.stage}): follow-ups for agents`,
  ...(isLocal && { env: { account: "000000000000", region: "us-east-1" } }),
});
// Both packages are large; the stack on one machine starts without them.
if (!isLocal) (await import("./checks.ts")).addChecks(app, stack);
