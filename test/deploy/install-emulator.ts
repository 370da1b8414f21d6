import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

/** The emulator, ready to be started, or a sentence that says why it cannot be had here. */
export type Installed =
  | { readonly kind: "installed"; readonly python: string }
  | { readonly kind: "unavailable"; readonly why: string };

const root = join(import.meta.dirname, "..", "..");
const requirements = join(import.meta.dirname, "requirements.txt");
const oldestPython = "import sys; sys.exit(sys.version_info < (3, 10))";

/**
 * Makes a Python environment with the emulator in it, once; later runs find it. `folder` is below `.local/` unless given,
 * which is not in Git; in it the environment is named after its contents. `wanted` is the Python to make it with.
 */
export async function installEmulator(
  wanted = "python3",
  folder = join(root, ".local", "emulator"),
): Promise<Installed> {
  const pins = readFileSync(requirements, "utf8");
  const dir = join(folder, createHash("sha256").update(pins).digest("hex").slice(0, 16));
  const python = join(dir, "bin", "python");
  if (existsSync(python)) return { kind: "installed", python };
  const version = await runProgram(wanted, ["-c", oldestPython]);
  if (version.code !== 0) return unavailable(`there is no Python 3.10 or newer as \`${wanted}\``);

  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `draft-${process.pid}`);
  try {
    const made = await runProgram(wanted, ["-m", "venv", draft]);
    if (made.code !== 0) return unavailable(`Python cannot make a virtual environment: ${lastLine(made.output)}`);
    const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements];
    const installed = await runProgram(join(draft, "bin", "python"), install);
    if (installed.code !== 0) return unavailable(`pip cannot get ministack from PyPI: ${lastLine(installed.output)}`);
    // Whoever came first has made the same.
    if (!existsSync(python)) renameSync(draft, dir);
    return { kind: "installed", python };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function unavailable(why: string): Installed {
  return { kind: "unavailable", why };
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1) ?? "";
}
