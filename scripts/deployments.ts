import { installEmulator } from "../test/deploy/install-emulator.ts";
import type { Tally } from "./count-results.ts";
import { runTests } from "./run-tests.ts";

/** What a run on the emulator came to: its count, or why there was none. */
export type EmulatorRun =
  | { readonly kind: "ran"; readonly tally: Tally }
  | { readonly kind: "unavailable"; readonly why: string };

/** Deploys to the emulator and plays the scenarios there. Needs Python 3.10 (`PYTHON` may name it) and, once, PyPI. */
export async function playOnEmulator(): Promise<EmulatorRun> {
  const installed = await installEmulator(process.env["PYTHON"] || undefined);
  if (installed.kind === "unavailable") return installed;
  return { kind: "ran", tally: await play("emulator", { EMULATOR_PYTHON: installed.python }) };
}

/** Plays the scenarios on a deployment that runs already; `env` says where it is and brings tokens. */
export async function playOnDeployment(env: Readonly<Record<string, string>>): Promise<Tally> {
  return await play("deployed", env);
}

async function play(name: string, env: Readonly<Record<string, string>>): Promise<Tally> {
  const file = `test/deploy/${name}.run.ts`;
  return await runTests({ name, files: [file], args: ["--config", "test/deploy/vitest.config.ts", file], env });
}
