import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "../../shared/contracts/records.ts";

/** Sources as a run has them, with the text behind each. */
export type Given = { readonly sources: readonly Source[]; readSource(id: string): Promise<string> };

const mediaTypes: Readonly<Record<string, Source["media_type"]>> = {
  md: "text/markdown",
  csv: "text/csv",
  json: "application/json",
  txt: "text/plain",
};

/** Makes sources of texts by name; ids count up in the order given. */
export function sourcesOf(texts: Readonly<Record<string, string>>): Given {
  const made = Object.entries(texts).map(([name, text], index) => ({ source: aSource(name, text, index + 1), text }));
  return {
    sources: made.map(({ source }) => source),
    readSource: async (id) => {
      const found = made.find(({ source }) => source.id === id);
      if (!found) throw new Error(`no source ${id}`);
      return found.text;
    },
  };
}

function aSource(name: string, text: string, number: number): Source {
  return {
    id: `src_${String(number).padStart(26, "0")}`,
    session_id: "ses_00000000000000000000000001",
    name,
    media_type: mediaTypes[name.split(".").at(-1) ?? ""] ?? "text/plain",
    bytes: Buffer.byteLength(text),
    chunks: 1,
    sha256: createHash("sha256").update(text).digest("hex"),
    created_at: 0,
  };
}

const folder = join(import.meta.dirname, "../../examples/energy");

/** The example folder of this repository: an address (src_…1), temperatures (2) and electricity (3), in alphabetic order. */
export function exampleSources(): Given {
  const names = readdirSync(folder).toSorted();
  return sourcesOf(Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")])));
}
