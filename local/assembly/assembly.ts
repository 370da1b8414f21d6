import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { localAudience } from "../auth/issuer.ts";
import { SetupProblem } from "../problem.ts";
import { compileCacheEnv } from "../process/compile-cache.ts";
import { FileLock } from "../process/file-lock.ts";
import { runNode } from "../process/run-node.ts";
import { AssetFile, Template } from "../template/template-file.ts";
import { fingerprint } from "./fingerprint.ts";

/** Stands in the template where the address of the local issuer goes, so that one template serves every port. */
export const issuerPlaceholder = "https://local-issuer.invalid";

/** A synthesised template and the code of its functions, unchanging once made. */
export interface Assembly {
  readonly dir: string;
  readonly stackName: string;
  readonly template: Template;
  readonly assets: AssetFile;
}

/** Assemblies kept besides the newest: stacks that run may still load code from theirs. */
const keptAssemblies = 4;
/** Builds in a row that may be overtaken by a change of the sources. */
const attempts = 5;

/**
 * The assembly of the sources as they are now. Builds and synthesises only when they changed, so that a start with
 * unchanged sources takes no time for it. @throws when the sources do not build or synthesise.
 */
export async function prepareAssembly(root: string, say: (sentence: string) => void): Promise<Assembly> {
  const cache = join(root, ".local", "assembly");
  const dir = join(cache, fingerprint(root));
  if (!existsSync(dir)) {
    mkdirSync(cache, { recursive: true });
    const lock = await takeLock(join(cache, "lock"));
    try {
      return readAssembly(await makeCurrent(root, cache, say));
    } finally {
      lock.release();
    }
  }
  utimesSync(dir, new Date(), new Date());
  return readAssembly(dir);
}

/** Somebody may save a file while the build runs; what was built then is nothing that any state of the sources says. */
async function makeCurrent(root: string, cache: string, say: (sentence: string) => void): Promise<string> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const print = fingerprint(root);
    const dir = join(cache, print);
    if (existsSync(dir)) return dir;
    const draft = `${dir}.draft`;
    await make(root, draft, say);
    if (fingerprint(root) !== print) continue;
    renameSync(draft, dir);
    prune(cache, dir);
    return dir;
  }
  throw new SetupProblem("The sources change while they are built; try again when they are quiet.");
}

/** Reads an assembly that was made before. @throws when there is none in the folder. */
export function readAssembly(dir: string): Assembly {
  const suffix = ".template.json";
  const file = existsSync(dir) ? readdirSync(dir).find((name) => name.endsWith(suffix)) : undefined;
  if (file === undefined) throw new Error(`${dir} holds no template`);
  const stackName = basename(file, suffix);
  const read = (name: string): unknown => JSON.parse(readFileSync(join(dir, name), "utf8"));
  return {
    dir,
    stackName,
    template: Template.parse(read(file)),
    assets: AssetFile.parse(read(`${stackName}.assets.json`)),
  };
}

async function takeLock(path: string): Promise<FileLock> {
  while (true) {
    const lock = FileLock.tryTake(path);
    if (lock !== undefined) return lock;
    await wait(50);
  }
}

async function make(root: string, draft: string, say: (sentence: string) => void): Promise<void> {
  say("building the functions and the template");
  rmSync(draft, { recursive: true, force: true });
  await runNode(["scripts/build.ts"], { cwd: root, env: {} });
  const context = { stage: "local", jwtIssuer: issuerPlaceholder, jwtAudience: localAudience };
  await runNode(["infra/app.ts"], {
    cwd: root,
    env: {
      CDK_OUTDIR: draft,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      ...compileCacheEnv,
    },
  });
  keepCode(draft);
}

/** Copies what would be deployed into the assembly: the folder it was built in changes with the next build. */
function keepCode(dir: string): void {
  const { stackName, assets } = readAssembly(dir);
  const assetFile = `${stackName}.assets.json`;
  for (const [hash, { source }] of Object.entries(assets.files)) {
    if (source.path === undefined || source.path === `${stackName}.template.json`) continue;
    const from = source.path.startsWith("/") ? source.path : join(dir, source.path);
    const kept = join("code", hash.slice(0, 12), basename(source.path));
    cpSync(from, join(dir, kept), { recursive: true, filter: (file) => !file.endsWith(".map") });
    source.path = kept;
  }
  writeFileSync(join(dir, assetFile), JSON.stringify(assets));
  // Lambda runs a bundle outside of any package; here it would inherit the module type of this repository.
  writeFileSync(join(dir, "package.json"), '{"type":"commonjs"}\n');
}

function prune(cache: string, current: string): void {
  const dirs = readdirSync(cache, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(cache, entry.name))
    .filter((path) => path !== current)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const dir of dirs.slice(keptAssemblies)) rmSync(dir, { recursive: true, force: true });
}
