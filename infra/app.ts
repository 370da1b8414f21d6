/*
 * `npm run synth` and `cdk deploy -c stage=prod` come here through `cdk.json`.
 *
 * A local runner starts this file itself and needs no CLI, no account and no network:
 *
 *   CDK_OUTDIR=<folder> CDK_CONTEXT_JSON='{"stage":"local","jwtIssuer":"http://127.0.0.1:<port>",
 *   "jwtAudience":"followthrough"}' NODE_COMPILE_CACHE=<folder> node infra/app.ts
 *
 * It finds `followthrough-local.template.json` in CDK_OUTDIR, with account 000000000000 and Region us-east-1 spelled out,
 * and each function's folder (`dist/functions/<name>`) in the resource's `Metadata["aws:asset:path"]`. The checks are left
 * out. Every key of `infra/config.ts` may be given; NODE_COMPILE_CACHE only saves time.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { addStack } from "./add-stack.ts";

const root = join(import.meta.dirname, "..");
// Started without the CLI, nobody else reads the feature flags.
const { context } = JSON.parse(readFileSync(join(root, "cdk.json"), "utf8"));
const app = new App({ context, builtinCloudFormationValidation: false });
const stack = addStack(app, join(root, "dist", "functions"));
// The checks load slowly, so the stack on one machine starts without them.
if (stack.backend.config.stage !== "local") (await import("./checks.ts")).addChecks(app, stack);
