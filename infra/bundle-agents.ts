import { globSync } from "node:fs";
import { join, resolve } from "node:path";
import { Stage } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { openApiDocument } from "../shared/contracts/openapi.ts";
import { bundleFunctions } from "./bundle-functions.ts";
import { describeAgents } from "./describe-agents.ts";
import { describedFolder } from "./described.ts";

/** The functions of this project beside this folder: TypeScript in the repository, JavaScript in the package. */
const functionsDir = join(import.meta.dirname, "..", "functions");

/**
 * Bundles the functions with the agents of another app, into the folder the app is synthesised to.
 * @returns the folder of the bundles. @throws when there are no agents or when they do not compile.
 */
export function bundleAgents(scope: Construct, agentsDir: string): string {
  const folder = resolve(agentsDir);
  const [registry] = globSync("registry.{ts,mts,js,mjs}", { cwd: folder });
  if (registry === undefined) {
    throw new Error(`${folder} has no registry.ts: a module that exports \`agents\`, the list of all agents`);
  }
  const outDir = resolve(Stage.of(scope)?.outdir ?? "cdk.out", "followthrough", scope.node.addr);
  const agents = join(folder, registry);
  bundleFunctions({ functionsDir, outDir, openApi: openApiDocument(), agents });
  describeAgents({ functionsDir, outDir: join(outDir, describedFolder), agents });
  return outDir;
}
