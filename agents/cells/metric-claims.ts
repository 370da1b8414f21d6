import { phrase } from "../phrases.ts";
import { claimId } from "../stable-id.ts";
import { statisticName } from "../statistic-names.ts";
import { groupsShown, type Measured, rankGroups } from "./measured.ts";
import type { MetricClaim } from "./outputs.ts";
import { inWords, numbersAt, statisticOf } from "./statistics.ts";

/** Columns that are put into words. */
const columnsInWords = 4;

/** One claim for each column of a table whose rows are not parted. */
export function claimsOfWhole(measured: Measured): readonly MetricClaim[] {
  return measured.columns.slice(0, columnsInWords).flatMap((column, index) => {
    const { values } = numbersAt(measured.table, measured.table.rows, measured.table.columns.indexOf(column));
    if (values.length === 0) return [];
    const [low, high] = [statisticOf("min", values), statisticOf("max", values)];
    const say = sayer(measured);
    const text = say.phrase("whole", {
      column,
      value: say.number(statisticOf(measured.statistic, values)),
      count: say.number(values.length),
      low: say.number(low),
      high: say.number(high),
    });
    return [claim(measured, { column, about: "overall", text, rows: [index + 1] })];
  });
}

/** Two claims for each column: which groups stand highest and lowest, and the whole. */
export function claimsOfGroups(measured: Measured): readonly MetricClaim[] {
  return measured.columns.slice(0, columnsInWords).flatMap((column) => {
    const said = groupsClaim(measured, column);
    const whole = overallClaim(measured, column);
    return [...(said ? [said] : []), ...(whole ? [whole] : [])];
  });
}

function groupsClaim(measured: Measured, column: string): MetricClaim | null {
  const ranked = rankGroups(measured, column);
  const [high, low] = [ranked[0], ranked.at(-1)];
  if (!high || !low || high === low) return null;
  const say = sayer(measured);
  const text = say.phrase(high.value === low.value ? "groups_same" : "groups_differ", {
    column,
    count: ranked.length,
    best: high.name,
    high: say.number(high.value),
    least: low.name,
    low: say.number(low.value),
  });
  return claim(measured, { column, about: "groups", text, rows: [high.row, low.row] });
}

function overallClaim(measured: Measured, column: string): MetricClaim | null {
  const { values } = numbersAt(measured.table, measured.table.rows, measured.table.columns.indexOf(column));
  if (values.length === 0) return null;
  const say = sayer(measured);
  const value = say.number(statisticOf(measured.statistic, values));
  const text = say.phrase("overall", { column, count: say.number(values.length), value });
  const shown = Math.min(measured.groups.length, groupsShown) + 1;
  return claim(measured, { column, about: "overall", text, rows: [shown] });
}

/** Words and numbers of what is measured, in its language. */
function sayer({ language, source, statistic, group_by }: Measured) {
  const known = { source: source.name, statistic: statisticName(language, statistic), group: group_by ?? "" };
  return {
    phrase: (key: Parameters<typeof phrase>[1], values: Readonly<Record<string, string | number>>) =>
      phrase(language, key, { ...known, ...values }),
    number: (value: number | null) => inWords(value, language),
  };
}

type Said = Pick<MetricClaim, "column" | "about" | "text"> & { readonly rows: readonly number[] };

/** The id says what the claim is about, not its numbers: "the third point" stays the same claim when the statistic changes. */
function claim({ table_id }: Measured, { column, about, text, rows }: Said): MetricClaim {
  const rests_on = rows.map((row) => `${table_id}.r${row}`);
  return { id: claimId(table_id, column, about), text, rests_on, column, about };
}
