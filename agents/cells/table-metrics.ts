import * as z from "zod";
import { defineCell } from "../../shared/agents/cell.ts";
import type { DeliverableTable } from "../deliverable.ts";
import { groupsShown, type Measured, measure } from "./measured.ts";
import { claimsOfGroups, claimsOfWhole } from "./metric-claims.ts";
import { sourceOf } from "./read-source.ts";
import { inWords, numbersAt, Statistic, statisticOf } from "./statistics.ts";
import { parseTable, type Table } from "./table.ts";

/** Computes one statistic over the numbers of a table. */
export const tableMetrics = defineCell({
  id: "table_metrics",
  description:
    "Computes a statistic over the number columns of one table source (CSV, or a JSON list of objects), by group when a column parts the rows. Empty cells and cells without a number are left out and counted. Depends on the source's read_source step.",
  input: z.strictObject({
    source_id: z.string(),
    statistic: Statistic.default("mean"),
    columns: z.array(z.string()).default([]).describe("Only these columns; chosen by the cell when empty."),
    group_by: z.string().nullable().default(null).describe("Column to group by; chosen by the cell when null."),
  }),
  run: async (context, args) => {
    const source = sourceOf(context, args.source_id);
    const table = parseTable(source, await context.readSource(source.id));
    const named = { source: { id: source.id, name: source.name }, statistic: args.statistic };
    if (table.kind === "not_a_table") {
      return {
        content: { kind: "metrics", ...named, group_by: null, table: null, claims: [], unknown: [], notes: [] },
      };
    }
    const { measured, unknown } = measure(table, args, named.source);
    const { group_by } = measured;
    const notes = notesOf(measured);
    const made =
      measured.columns.length === 0
        ? { table: null, claims: [], notes: [...notes, `${source.name} has no column of numbers.`] }
        : { table: tableOf(measured), claims: claimsOf(measured), notes };
    return { content: { kind: "metrics", ...named, group_by, unknown, ...made }, rests_on: [source.id] };
  },
});

function claimsOf(measured: Measured) {
  return measured.group_by === null ? claimsOfWhole(measured) : claimsOfGroups(measured);
}

function notesOf({ table, columns, source, groups }: Measured): readonly string[] {
  const left = columns.flatMap((column) => {
    const { left_out } = numbersAt(table, table.rows, table.columns.indexOf(column));
    return left_out === 0 ? [] : [`${inWords(left_out)} of ${inWords(table.rows.length)} in “${column}”`];
  });
  return [
    ...(left.length === 0 ? [] : [`${source.name}: cells without a number were left out (${left.join(", ")}).`]),
    ...(groups.length <= groupsShown
      ? []
      : [`${source.name}: ${groups.length - groupsShown} more groups are not shown.`]),
  ];
}

function tableOf(measured: Measured): DeliverableTable {
  const { table, table_id, statistic, columns, group_by, groups } = measured;
  const cellsOf = (rows: Table["rows"]) =>
    columns.map((column) => statisticOf(statistic, numbersAt(table, rows, table.columns.indexOf(column)).values));
  const withId = (cells: (string | number | null)[], index: number) => ({ id: `${table_id}.r${index + 1}`, cells });
  if (group_by === null) {
    const rows = columns.map((column) => {
      const { values } = numbersAt(table, table.rows, table.columns.indexOf(column));
      return [column, statisticOf(statistic, values), values.length];
    });
    return { id: table_id, columns: ["column", statistic, "values"], rows: rows.map(withId) };
  }
  const shown = groups.slice(0, groupsShown).map(({ name, rows }) => [name, rows.length, ...cellsOf(rows)]);
  const all = ["all", table.rows.length, ...cellsOf(table.rows)];
  const head = [group_by, "rows", ...columns.map((column) => `${statistic} of ${column}`)];
  return { id: table_id, columns: head, rows: [...shown, all].map(withId) };
}
