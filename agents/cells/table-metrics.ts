import * as z from "zod";
import { defineCell } from "../../shared/agents/cell.ts";
import { type Forbidden, forbiddenIn, isForbiddenName } from "../../shared/domain/references/forbidden-names.ts";
import type { DeliverableTable } from "../deliverable.ts";
import { Language } from "../language.ts";
import { phrase } from "../phrases.ts";
import { statisticName } from "../statistic-names.ts";
import { groupsShown, type Measured, measure } from "./measured.ts";
import { claimsOfGroups, claimsOfWhole } from "./metric-claims.ts";
import { sourceOf } from "./read-source.ts";
import { rulesArg } from "./rules-arg.ts";
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
    language: Language.default("en").describe("Language of the person."),
    rules: rulesArg,
  }),
  follows_rules: true,
  run: async (context, args) => {
    const source = sourceOf(context, args.source_id);
    const table = parseTable(source, await context.readSource(source.id));
    const { statistic, language } = args;
    const named = { source: { id: source.id, name: source.name }, statistic, language };
    if (table.kind === "not_a_table") {
      return {
        content: { kind: "metrics", ...named, group_by: null, table: null, claims: [], unknown: [], notes: [] },
      };
    }
    const { allowed, left } = withoutForbiddenRows(table, args.rules ?? []);
    const { measured, unknown } = measure(allowed, args, named.source);
    const { group_by } = measured;
    const forbidden = left.map((one) => phrase(language, "forbidden_rows", { source: source.name, ...one }));
    const notes = [...forbidden, ...notesOf(measured)];
    const made =
      measured.columns.length === 0
        ? {
            table: null,
            claims: [],
            notes: [...notes, phrase(language, "no_column_of_numbers", { source: source.name })],
          }
        : { table: tableOf(measured), claims: claimsOf(measured), notes };
    return { content: { kind: "metrics", ...named, group_by, unknown, ...made }, rests_on: [source.id] };
  },
});

/** The table without the rows that a rule forbids by a name in one of their cells, and how many there were. */
function withoutForbiddenRows(table: Table, rules: readonly string[]) {
  const forbidden = forbiddenIn(rules);
  const isOf = (row: Table["rows"][number], one: Forbidden) => row.some((cell) => isForbiddenName(cell, one));
  const rows = table.rows.filter((row) => !forbidden.some((one) => isOf(row, one)));
  const counts = forbidden.map((one) => ({ rule: one.rule, count: table.rows.filter((row) => isOf(row, one)).length }));
  return { allowed: { ...table, rows }, left: counts.filter(({ count }) => count > 0) };
}

function claimsOf(measured: Measured) {
  return measured.group_by === null ? claimsOfWhole(measured) : claimsOfGroups(measured);
}

function notesOf({ table, columns, source: { name: source }, groups, language }: Measured): readonly string[] {
  const left = columns.flatMap((column) => {
    const { left_out } = numbersAt(table, table.rows, table.columns.indexOf(column));
    const [part, all] = [inWords(left_out, language), inWords(table.rows.length, language)];
    return left_out === 0 ? [] : [phrase(language, "of_in", { part, all, column })];
  });
  return [
    ...(left.length === 0 ? [] : [phrase(language, "cells_left_out", { source, list: left.join(", ") })]),
    ...(groups.length <= groupsShown
      ? []
      : [phrase(language, "groups_left_out", { source, count: groups.length - groupsShown })]),
  ];
}

function tableOf(measured: Measured): DeliverableTable {
  const { table, table_id, statistic, columns, group_by, groups, language } = measured;
  const name = statisticName(language, statistic);
  const cellsOf = (rows: Table["rows"]) =>
    columns.map((column) => statisticOf(statistic, numbersAt(table, rows, table.columns.indexOf(column)).values));
  const withId = (cells: (string | number | null)[], index: number) => ({ id: `${table_id}.r${index + 1}`, cells });
  if (group_by === null) {
    const rows = columns.map((column) => {
      const { values } = numbersAt(table, table.rows, table.columns.indexOf(column));
      return [column, statisticOf(statistic, values), values.length];
    });
    return {
      id: table_id,
      columns: [phrase(language, "column"), name, phrase(language, "values")],
      rows: rows.map(withId),
    };
  }
  const shown = groups.slice(0, groupsShown).map(({ name, rows }) => [name, rows.length, ...cellsOf(rows)]);
  const all = [phrase(language, "all"), table.rows.length, ...cellsOf(table.rows)];
  const head = [
    group_by,
    phrase(language, "rows"),
    ...columns.map((column) => phrase(language, "column_head", { statistic: name, column })),
  ];
  return { id: table_id, columns: head, rows: [...shown, all].map(withId) };
}
