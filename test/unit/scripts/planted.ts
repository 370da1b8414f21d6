import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "../../../scripts/run-node.ts";

/**
 * Makes a small project in a temporary folder, with some of this project's own settings and the given files in it,
 * for as long as `use` runs.
 */
export async function withPlanted<T>(
  settings: readonly string[],
  files: Readonly<Record<string, string>>,
  use: (root: string) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(path.join(tmpdir(), "followthrough-planted-"));
  try {
    for (const name of settings) cpSync(path.join(projectRoot, name), path.join(root, name), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    }
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
