/**
 * `npm run build:package`: the package that other CDK apps install, in `dist/package`. It is JavaScript with types, because
 * Node takes no TypeScript inside of `node_modules`. Its README is its own, since the repository's is for whoever has cloned
 * it, and the documents come along. `npm pack ./dist/package` makes the tarball.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packageManifest } from "./package-manifest.ts";
import { projectRoot, runNode } from "./run-node.ts";

const { values } = parseArgs({ options: { out: { type: "string", default: join(projectRoot, "dist", "package") } } });
rmSync(values.out, { recursive: true, force: true });
mkdirSync(values.out, { recursive: true });
const compiler = "node_modules/@typescript/native/bin/tsc";
const { exitCode, stdout } = await runNode(compiler, ["-p", "tsconfig.package.json", "--outDir", values.out]);
if (exitCode === 0) {
  const repository = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
  writeFileSync(join(values.out, "package.json"), `${JSON.stringify(packageManifest(repository), null, 2)}\n`);
  for (const name of ["LICENSE", "docs"]) cpSync(join(projectRoot, name), join(values.out, name), { recursive: true });
  cpSync(join(projectRoot, "scripts", "package-readme.md"), join(values.out, "README.md"));
} else {
  console.error(stdout);
  process.exitCode = exitCode;
}
