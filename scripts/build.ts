/** `npm run build`: bundles every function into `dist/functions/<name>`, where the stack and the local runner find it. */
import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { bundleFunctions } from "../infra/bundle-functions.ts";
import { describeAgents } from "../infra/describe-agents.ts";
import { describedFolder } from "../infra/described.ts";
import { openApiDocument } from "../shared/contracts/openapi.ts";

const root = join(import.meta.dirname, "..");
const outDir = join(root, "dist", "functions");
const functionsDir = join(root, "functions");
const names = bundleFunctions({ functionsDir, outDir, openApi: openApiDocument() });
describeAgents({ functionsDir, outDir: join(outDir, describedFolder) });
const sizes = names.map((name) => `${name} ${Math.round(statSync(join(outDir, name, "index.js")).size / 1_000)} kB`);
// The CLI runs the build before it prints a template, so the output stream stays clean.
console.error(`${relative(root, outDir)}: ${sizes.join(", ")}`);
