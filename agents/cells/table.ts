import { CsvError, parse } from "csv-parse/sync";
import { Fault } from "../../shared/errors/fault.ts";
import { isRecord, parseJson } from "./json-blocks.ts";
import type { Named } from "./passages.ts";

/** A table as it was read: every cell as the words that stand in it, an absent one as "". */
export type Table = {
  readonly kind: "table";
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Written with a decimal comma, as in `3,5`. */
  readonly has_decimal_comma: boolean;
};

export type ParsedTable = Table | { readonly kind: "not_a_table"; readonly reason: string };

/** Reads CSV (comma, semicolon, tab or bar) or a JSON list of objects. @throws Fault `source_not_csv`, `source_not_json` (reject). */
export function parseTable(source: Named, text: string): ParsedTable {
  if (source.media_type === "text/csv") return fromCsv(text);
  if (source.media_type === "application/json") return fromJson(parseJson(text));
  return { kind: "not_a_table", reason: "it is a text" };
}

function fromCsv(text: string): ParsedTable {
  const delimiter = delimiterOf(text);
  const [head, ...rows] = csvRows(text, delimiter);
  if (!head || rows.length === 0) return { kind: "not_a_table", reason: "it has no rows" };
  const columns = namesOf(head);
  const cells = rows.map((row) => columns.map((_, index) => (row[index] ?? "").trim()));
  const isDecimalComma = delimiter !== "," && cells.flat().some((cell) => /^-?\d+,\d+$/.test(cell));
  return { kind: "table", columns, rows: cells, has_decimal_comma: isDecimalComma };
}

/** Longest name of a column, characters. */
const nameCharacters = 100;

/** The names of columns: one without a name is numbered, and of two with the same name the later is. */
function namesOf(head: readonly string[]): readonly string[] {
  const names = head.map((name, index) => name.trim().slice(0, nameCharacters) || `column ${index + 1}`);
  return names.map((name, index) => (names.indexOf(name) < index ? `${name} (${index + 1})` : name));
}

function csvRows(text: string, delimiter: string): readonly (readonly string[])[] {
  try {
    return parse(text, { delimiter, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Fault("source_not_csv", "reject", { characters: text.length }, error);
  }
}

/** The delimiter that occurs most often in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const first = (text.split(/\r?\n/, 1)[0] ?? "").replaceAll(/"[^"]*"/g, "");
  const counted = [",", ";", "\t", "|"].map((mark) => ({ mark, times: first.split(mark).length }));
  return counted.reduce((best, next) => (next.times > best.times ? next : best)).mark;
}

function fromJson(value: unknown): ParsedTable {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRecord)) {
    return { kind: "not_a_table", reason: "it is not a list of objects" };
  }
  const columns = [...new Set(value.flatMap((row) => Object.keys(row)))].filter((name) =>
    value.every((row) => typeof row[name] !== "object" || row[name] === null),
  );
  if (columns.length === 0) return { kind: "not_a_table", reason: "its objects have no simple values" };
  const rows = value.map((row) => columns.map((name) => wordsOf(row[name])));
  return { kind: "table", columns, rows, has_decimal_comma: false };
}

function wordsOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value).trim();
}

/** Marks that people write into a cell that holds nothing. */
const nothing = /^(?:|-|–|—|\?|\.|na|n\/a|nan|null|none|nil|unknown|missing)$/i;

/** True when a cell holds nothing. */
export function isMissing(cell: string): boolean {
  return nothing.test(cell.trim());
}

/** The number in a cell: thousands separators, a currency sign or a percent sign may stand with it. Null when there is none. */
export function numberIn(cell: string, hasDecimalComma = false): number | null {
  const bare = cell.trim().replaceAll(/^[-+]?\s*[$€£¥]\s*|\s*[%€$£¥]$/g, (mark) => (mark.startsWith("-") ? "-" : ""));
  const point = hasDecimalComma
    ? bare.replaceAll(/\.(?=\d{3}(?:\D|$))/g, "").replace(",", ".")
    : withoutThousands(bare);
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(point) ? finite(Number(point)) : null;
}

function withoutThousands(cell: string): string {
  return /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(cell) ? cell.replaceAll(",", "") : cell;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** What a column holds. */
export type Column = {
  readonly name: string;
  readonly type: "number" | "text" | "empty";
  /** Cells without a value, or, in a number column, without a number. */
  readonly missing: number;
  readonly distinct: number;
};

/** Looks through every column. A column holds numbers when four of five filled cells do. */
export function describeColumns(table: Table): readonly Column[] {
  return table.columns.map((name, index) => {
    const filled = table.rows.map((row) => row[index] ?? "").filter((cell) => !isMissing(cell));
    const numbers = filled.filter((cell) => numberIn(cell, table.has_decimal_comma) !== null).length;
    const isNumber = filled.length > 0 && numbers >= filled.length * 0.8;
    const missing = table.rows.length - (isNumber ? numbers : filled.length);
    const distinct = new Set(filled).size;
    if (filled.length === 0) return { name, type: "empty", missing, distinct };
    return { name, type: isNumber ? "number" : "text", missing, distinct };
  });
}
