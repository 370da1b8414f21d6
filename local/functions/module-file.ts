import { existsSync } from "node:fs";
import { join } from "node:path";

/** The file a handler name means, tried in the order Lambda tries. @throws when there is none. */
export function moduleFile(codeDir: string, stem: string): string {
  const tried = [".js", ".mjs", ".cjs"].map((extension) => join(codeDir, `${stem}${extension}`));
  const found = tried.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${codeDir} holds no ${stem}.js, ${stem}.mjs or ${stem}.cjs`);
  return found;
}
