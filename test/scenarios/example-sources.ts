import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { SentSource } from "./person.ts";

const folder = join(import.meta.dirname, "../../examples/energy");
const mediaTypes: Readonly<Record<string, string>> = {
  ".md": "text/markdown",
  ".csv": "text/csv",
  ".txt": "text/plain",
  ".json": "application/json",
};

/** The sources that the project ships, as a person would send them. */
export function exampleSources(): readonly SentSource[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const media_type = mediaTypes[extname(name)];
      return media_type === undefined ? [] : [{ name, media_type, text: readFileSync(join(folder, name), "utf8") }];
    });
}
