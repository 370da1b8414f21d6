import { max, mean, median, min, sum } from "simple-statistics";
import * as z from "zod";
import type { Language } from "../language.ts";
import { phrase } from "../phrases.ts";
import { type Column, describeColumns, isMissing, numberIn, type Table } from "./table.ts";

const locales: Readonly<Record<Language, string>> = { en: "en-US", de: "de-DE", fr: "fr-FR", es: "es-ES", it: "it-IT" };

/** The statistics a table can be recalculated with. */
export const Statistic = z.enum(["mean", "median", "sum", "min", "max", "count"]);
export type Statistic = z.infer<typeof Statistic>;

/** One statistic of some numbers; null when there are none to take it of. */
export function statisticOf(statistic: Statistic, values: readonly number[]): number | null {
  const numbers = [...values];
  if (statistic === "count") return numbers.length;
  if (numbers.length === 0) return null;
  switch (statistic) {
    case "mean":
      return tidy(mean(numbers));
    case "median":
      return tidy(median(numbers));
    case "sum":
      return tidy(sum(numbers));
    case "min":
      return tidy(min(numbers));
    case "max":
      return tidy(max(numbers));
  }
}

/** Without the noise of binary fractions: 12 significant digits. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** A number as people of a language read it: thousands separated, and as many decimals as its size asks for. */
export function inWords(value: number | null, language: Language = "en"): string {
  if (value === null) return phrase(language, "no_value");
  const size = Math.abs(value);
  const digits = size >= 1000 || Number.isInteger(value) ? 0 : 2;
  const small = size > 0 && size < 0.1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: digits };
  return new Intl.NumberFormat(locales[language], small).format(value);
}

/** The numbers of a column, whole or of one group, and how many cells held none. */
export type Numbers = { readonly values: readonly number[]; readonly left_out: number };

/** The numbers of column `at` in the given rows. */
export function numbersAt(table: Table, rows: Table["rows"], at: number): Numbers {
  const values: number[] = [];
  for (const row of rows) {
    const cell = row[at] ?? "";
    const value = isMissing(cell) ? null : numberIn(cell, table.has_decimal_comma);
    if (value !== null) values.push(value);
  }
  return { values, left_out: rows.length - values.length };
}

/** Names of columns that only count, place or date something: a mean of them says nothing, and they part rows badly. */
const labels =
  /^(?:(?:row_?|record_?)?(?:id|no|nr|number|index)|.*[_ ]id|.*(?:year|date)|jahr|datum|annee|année|ano|año|anno|month|monat|mois|mes|mese|quarter|quartal|trimestre|week|woche|semaine|semana|settimana|day|tag|jour|dia|día|giorno|fecha|time|zeit|lat|latitude|lon|lng|long|longitude|zip|zip_?code|postal_?code|phone|cluster)$/i;

/** Number columns of a table that are worth a statistic, at most `room`. */
export function chooseColumns(table: Table, room = 6): readonly string[] {
  const numbers = describeColumns(table).filter((column) => column.type === "number");
  const telling = numbers.filter((column) => !labels.test(column.name) && column.distinct > 1);
  return (telling.length > 0 ? telling : numbers).slice(0, room).map((column) => column.name);
}

/**
 * The first column that parts nearly all rows into 2 to 12 groups of at least two rows on average; a column of words
 * before one of years or marks. Null when there is none.
 */
export function chooseGroup(table: Table, columns: readonly string[]): string | null {
  const parts = describeColumns(table).filter((column) => isGroup(table, column) && !columns.includes(column.name));
  const words = parts.find((column) => column.type === "text" && !labels.test(column.name));
  return (words ?? parts.find((column) => labels.test(column.name)))?.name ?? null;
}

function isGroup(table: Table, { type, distinct, missing }: Column): boolean {
  const rows = table.rows.length;
  return type !== "empty" && distinct >= 2 && distinct <= 12 && distinct * 2 <= rows && missing * 5 <= rows;
}

/** The column a person means: the same letters and digits, whatever the case and the marks between; null when there is none. */
export function findColumn(table: Table, words: string): string | null {
  const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
  const wanted = bare(words);
  if (wanted === "") return null;
  const same = table.columns.find((name) => bare(name) === wanted);
  return same ?? table.columns.find((name) => bare(name) === wanted.replace(/e?s$/, "")) ?? null;
}
