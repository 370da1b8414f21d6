import { globSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";

/** Where the functions are, where their bundles go, and what is compiled into them. */
export interface BundleOptions {
  /** A folder with one folder a function, each with a `handler.ts` or `handler.js`. */
  readonly functionsDir: string;
  readonly outDir: string;
  /** Replaces `__OPENAPI__` as a string, so that no function carries the generator. */
  readonly openApi: object;
  /** The file that stands for `#agents`. Absent: what the package of the functions says. */
  readonly agents?: string;
}

/** The SDK's chain of credential providers, of which a function needs the environment alone. */
const credentialChain = "@aws-sdk/credential-provider-node";

/** What stands for it: TypeScript in the repository, JavaScript in the package. */
function environmentCredentials(): string {
  const folder = join(import.meta.dirname, "..", "shared", "adapters", "aws");
  const [file = ""] = globSync("environment-credentials.{ts,js}", { cwd: folder });
  return join(folder, file);
}

/** Bundles all functions in one pass. @returns their names in order. @throws when a source does not compile. */
export function bundleFunctions({ functionsDir, outDir, openApi, agents }: BundleOptions): readonly string[] {
  const handlers = globSync("*/handler.{ts,js}", { cwd: functionsDir }).sort();
  const names = handlers.map((handler) => dirname(handler));
  buildSync({
    absWorkingDir: functionsDir,
    entryPoints: handlers.map((handler) => ({ in: `./${handler}`, out: `${dirname(handler)}/index` })),
    outdir: outDir,
    bundle: true,
    platform: "node",
    target: "node24",
    // An ES module would load more of Node's built-in modules on a cold start.
    format: "cjs",
    mainFields: ["module", "main"],
    minify: true,
    legalComments: "none",
    sourcemap: "linked",
    sourcesContent: false,
    define: { __OPENAPI__: JSON.stringify(JSON.stringify(openApi)) },
    alias: { [credentialChain]: environmentCredentials(), ...(agents !== undefined && { "#agents": agents }) },
    logLevel: "warning",
  });
  for (const name of names) writeFileSync(join(outDir, name, "package.json"), '{"type":"commonjs"}\n');
  removeOthers(outDir, names);
  return names;
}

/** Bundles of functions that are gone would otherwise stay deployable. */
function removeOthers(outDir: string, names: readonly string[]): void {
  mkdirSync(outDir, { recursive: true });
  for (const found of readdirSync(outDir)) {
    if (!names.includes(found)) rmSync(join(outDir, found), { recursive: true });
  }
}
