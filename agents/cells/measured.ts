import type { Language } from "../language.ts";
import { chooseColumns, chooseGroup, findColumn, numbersAt, type Statistic, statisticOf } from "./statistics.ts";
import { isMissing, type Table } from "./table.ts";

/** Groups that a table shows; further ones are counted in a note. The row of the whole stands after them. */
export const groupsShown = 40;

/** Longest name of a group as it is shown, characters. */
const groupCharacters = 80;

/** What is measured: the table, its columns and how its rows are parted. */
export type Measured = {
  readonly table: Table;
  readonly table_id: string;
  readonly source: { readonly id: string; readonly name: string };
  readonly statistic: Statistic;
  readonly language: Language;
  readonly columns: readonly string[];
  readonly group_by: string | null;
  readonly groups: readonly { readonly name: string; readonly rows: Table["rows"] }[];
};

/** What a person or a plan asks for. No columns and no group mean that they are chosen here. */
export type Wanted = {
  readonly statistic: Statistic;
  readonly language: Language;
  readonly columns: readonly string[];
  readonly group_by: string | null;
};

/** Settles what is measured. `unknown` holds the words that name no column. */
export function measure(
  table: Table,
  wanted: Wanted,
  source: Measured["source"],
): { readonly measured: Measured; readonly unknown: readonly string[] } {
  const named = wanted.columns.map((words) => ({ words, column: findColumn(table, words) }));
  const found = named.flatMap(({ column }) => (column === null ? [] : [column]));
  const columns = found.length > 0 ? [...new Set(found)] : chooseColumns(table);
  const asked = wanted.group_by === null ? null : findColumn(table, wanted.group_by);
  const group_by = asked ?? chooseGroup(table, columns);
  const groups = groupsOf(table, group_by);
  const unknown = [
    ...named.filter(({ column }) => column === null).map(({ words }) => words),
    ...(wanted.group_by !== null && asked === null ? [wanted.group_by] : []),
  ];
  const measured = {
    table,
    table_id: `${source.id}.t1`,
    source,
    statistic: wanted.statistic,
    language: wanted.language,
    columns,
    group_by,
    groups,
  };
  return { measured, unknown };
}

/** The rows by the value of a column, in the order the values first occur; rows without one come last. */
function groupsOf(table: Table, groupBy: string | null): Measured["groups"] {
  if (groupBy === null) return [];
  const at = table.columns.indexOf(groupBy);
  const groups = Map.groupBy(table.rows, (row) => (isMissing(row[at] ?? "") ? "" : (row[at] ?? "")));
  const named = [...groups]
    .filter(([name]) => name !== "")
    .map(([name, rows]) => ({ name: name.slice(0, groupCharacters), rows }));
  const nameless = groups.get("");
  return nameless ? [...named, { name: "(none)", rows: nameless }] : named;
}

/** A group with its statistic and its row in the table, from 1. */
export type Ranked = { readonly name: string; readonly value: number; readonly row: number };

/** The shown groups that have a value, highest first; equal ones in the order of the table. */
export function rankGroups(measured: Measured, column: string): readonly Ranked[] {
  const at = measured.table.columns.indexOf(column);
  return measured.groups
    .slice(0, groupsShown)
    .flatMap(({ name, rows }, index): readonly Ranked[] => {
      const value = statisticOf(measured.statistic, numbersAt(measured.table, rows, at).values);
      return value === null ? [] : [{ name, value, row: index + 1 }];
    })
    .toSorted((one, other) => other.value - one.value || one.row - other.row);
}
