import { Fault } from "../../shared/errors/fault.ts";
import type { Block } from "./markdown-blocks.ts";

/** Scalars of one object that are put into one passage. */
const scalarsPerPassage = 12;

/** Blocks of one JSON text; what is beyond them is left out, so that a huge file cannot fill the memory. */
const blocksPerText = 5_000;

/** Parses JSON. @throws Fault `source_not_json` (reject). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Fault("source_not_json", "reject", { characters: text.length }, error);
  }
}

/**
 * A JSON text as words: every key of the outermost object is a heading, an object's simple values are one passage
 * (`path: key = value; …`), and a long text is a passage of its own.
 */
export function jsonBlocks(text: string): readonly Block[] {
  const value = parseJson(text);
  if (!isRecord(value)) return flatten("", value).slice(0, blocksPerText);
  const top = Object.entries(value).filter(([, inner]) => typeof inner !== "object" || inner === null);
  const nested = Object.entries(value).filter(([, inner]) => typeof inner === "object" && inner !== null);
  const blocks = [
    ...flatten("", Object.fromEntries(top)),
    ...nested.flatMap(([key, inner]): readonly Block[] => [{ kind: "heading", text: key }, ...flatten(key, inner)]),
  ];
  return blocks.slice(0, blocksPerText);
}

function flatten(path: string, value: unknown): readonly Block[] {
  if (typeof value === "string") return [{ kind: "text", text: sentence(path, value) }];
  if (Array.isArray(value)) return list(path, value);
  if (isRecord(value)) return record(path, value);
  return [{ kind: "text", text: sentence(path, String(value)) }];
}

function list(path: string, values: readonly unknown[]): readonly Block[] {
  const isSimple = values.every((value) => typeof value !== "object" || value === null);
  if (!isSimple) return values.flatMap((value, index) => flatten(`${path}[${index + 1}]`, value));
  return chunks(values.map(String)).map((chunk) => ({ kind: "text", text: sentence(path, chunk.join(", ")) }));
}

function record(path: string, value: Readonly<Record<string, unknown>>): readonly Block[] {
  const simple: string[] = [];
  const other: Block[] = [];
  for (const [key, inner] of Object.entries(value)) {
    const where = path === "" ? key : `${path}.${key}`;
    const isLong = typeof inner === "string" && inner.length > 120;
    if (isLong || (typeof inner === "object" && inner !== null)) other.push(...flatten(where, inner));
    else simple.push(`${key} = ${String(inner)}`);
  }
  const own = chunks(simple).map((chunk): Block => ({ kind: "text", text: sentence(path, chunk.join("; ")) }));
  return [...own, ...other];
}

function chunks(items: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(items.length / scalarsPerPassage) }, (_, index) =>
    items.slice(index * scalarsPerPassage, (index + 1) * scalarsPerPassage),
  );
}

function sentence(path: string, words: string): string {
  return (path === "" ? words : `${path}: ${words}`).replaceAll(/\s+/g, " ").trim();
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
