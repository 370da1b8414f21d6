import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { SetupProblem } from "../../local/problem.ts";
import type { InlineSource } from "../../shared/contracts/source.ts";

/** What a folder holds: the sources, and for each file that is left out why. */
export interface Folder {
  readonly sources: readonly InlineSource[];
  readonly skipped: readonly string[];
}

const mediaTypes: Readonly<Record<string, InlineSource["media_type"]>> = {
  ".txt": "text/plain",
  ".md": "text/markdown",
  ".csv": "text/csv",
  ".json": "application/json",
};

/** One request takes at most so many sources, and so many bytes of them together. */
const filesAtMost = 20;
const bytesAtMost = 3 * 1024 * 1024;

/** Reads the texts and tables of a folder, in alphabetical order. @throws SetupProblem when there is nothing to read. */
export function readFolder(folder: string): Folder {
  const sources: InlineSource[] = [];
  const skipped: string[] = [];
  let bytes = 0;
  for (const name of namesIn(folder)) {
    const read = readSource(join(folder, name), name);
    if (typeof read === "string") {
      skipped.push(read);
      continue;
    }
    bytes += Buffer.byteLength(read.text);
    if (sources.length === filesAtMost || bytes > bytesAtMost) {
      throw new SetupProblem(
        `${folder} is too large: at most ${filesAtMost} files with 3 MB together can be sent at once.`,
      );
    }
    sources.push(read);
  }
  if (sources.length === 0) {
    const why = skipped.length === 0 ? "it is empty" : skipped.join("; ");
    throw new SetupProblem(
      `There is nothing to report on in ${folder}: ${why}. Give it .txt, .md, .csv or .json files.`,
    );
  }
  return { sources, skipped };
}

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) throw new SetupProblem(`There is no folder ${folder}.`);
  if (!statSync(folder).isDirectory()) throw new SetupProblem(`${folder} is a file; give the folder it is in.`);
  try {
    return readdirSync(folder).toSorted();
  } catch (error) {
    throw new SetupProblem(`${folder} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** The source in a file, or why it is left out. @throws SetupProblem for a file of a right kind that cannot be read. */
function readSource(path: string, name: string): InlineSource | string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return `${name} is no file`;
  const media_type = mediaTypes[extname(name).toLowerCase()];
  if (media_type === undefined) return `${name} is of a kind that cannot be read`;
  const text = readText(path);
  if (text === null) return `${name} is not UTF-8 text`;
  return text.trim() === "" ? `${name} is empty` : { name, media_type, text };
}

function readText(path: string): string | null {
  try {
    const bytes = readFileSync(path);
    const text = bytes.toString("utf8");
    return Buffer.from(text, "utf8").equals(bytes) ? text : null;
  } catch (error) {
    throw new SetupProblem(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
