import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Everything that bundles and template are made from, as folders and files of the repository. */
const sources = [
  "agents",
  "functions",
  "infra",
  "shared",
  "scripts/build.ts",
  "cdk.json",
  "package.json",
  "package-lock.json",
];

/** A hash of the contents of all sources; equal means that building again would give the same. */
export function fingerprint(root: string): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesOf(root, source)) {
      hash.update(`${file}\0`);
      hash.update(readFileSync(join(root, file)));
    }
  }
  return hash.digest("hex").slice(0, 32);
}

function filesOf(root: string, source: string): string[] {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (/\.\w+$/.test(source)) return [source];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => file.slice(root.length + 1)).sort();
}
