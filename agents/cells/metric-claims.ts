import { claimId } from "../stable-id.ts";
import { groupsShown, type Measured, rankGroups } from "./measured.ts";
import type { MetricClaim } from "./outputs.ts";
import { inWords, numbersAt, type Statistic, statisticOf } from "./statistics.ts";

/** Columns that are put into words. */
const columnsInWords = 4;

/** The statistics as they are said. */
export const statisticNames: Readonly<Record<Statistic, string>> = {
  mean: "mean",
  median: "median",
  sum: "sum",
  min: "smallest value",
  max: "largest value",
  count: "number of values",
};

/** One claim for each column of a table whose rows are not parted. */
export function claimsOfWhole(measured: Measured): readonly MetricClaim[] {
  return measured.columns.slice(0, columnsInWords).flatMap((column, index) => {
    const { values } = numbersAt(measured.table, measured.table.rows, measured.table.columns.indexOf(column));
    if (values.length === 0) return [];
    const [low, high] = [statisticOf("min", values), statisticOf("max", values)];
    const text =
      `In ${measured.source.name} the ${statisticNames[measured.statistic]} of ${column} is ` +
      `${inWords(statisticOf(measured.statistic, values))}; its ${inWords(values.length)} values run from ` +
      `${inWords(low)} to ${inWords(high)}.`;
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
  const said =
    high.value === low.value
      ? `the same for all ${ranked.length} groups (${inWords(high.value)}).`
      : `highest for ${high.name} (${inWords(high.value)}) and lowest for ${low.name} (${inWords(low.value)}).`;
  const text = `By ${measured.group_by ?? ""}, the ${statisticNames[measured.statistic]} of ${column} is ${said}`;
  return claim(measured, { column, about: "groups", text, rows: [high.row, low.row] });
}

function overallClaim(measured: Measured, column: string): MetricClaim | null {
  const { values } = numbersAt(measured.table, measured.table.rows, measured.table.columns.indexOf(column));
  if (values.length === 0) return null;
  const text =
    `Over all ${inWords(values.length)} values in ${measured.source.name} the ${statisticNames[measured.statistic]} of ` +
    `${column} is ${inWords(statisticOf(measured.statistic, values))}.`;
  const shown = Math.min(measured.groups.length, groupsShown) + 1;
  return claim(measured, { column, about: "overall", text, rows: [shown] });
}

type Said = Pick<MetricClaim, "column" | "about" | "text"> & { readonly rows: readonly number[] };

/** The id says what the claim is about, not its numbers: "the third point" stays the same claim when the statistic changes. */
function claim({ table_id }: Measured, { column, about, text, rows }: Said): MetricClaim {
  const rests_on = rows.map((row) => `${table_id}.r${row}`);
  return { id: claimId(table_id, column, about), text, rests_on, column, about };
}
