import { cpSync, globSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { bundleFunctions } from "../infra/bundle-functions.ts";
import { prepareAssembly } from "../local/assembly/assembly.ts";

const root = join(import.meta.dirname, "..");

/** Writes an assembly into `dir`: the one of the stack on this machine, with bundles of the agents in `agents`. */
export async function makeAssembly(dir: string, agents: string): Promise<void> {
  const { dir: own } = await prepareAssembly(root, () => undefined);
  cpSync(own, dir, { recursive: true });
  const bundles = join(dir, "bundles");
  bundleFunctions({ functionsDir: join(root, "functions"), outDir: bundles, openApi: {}, agents });
  for (const file of globSync("code/*/*/index.js", { cwd: dir })) {
    const name = basename(dirname(file));
    for (const part of ["index.js", "index.js.map"]) cpSync(join(bundles, name, part), join(dir, dirname(file), part));
  }
  rmSync(bundles, { recursive: true });
}
