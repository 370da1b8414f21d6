/** Longest text in a cell, and in the last one of a row; the rest is in `--json`. */
const MAX_CELL = 60;
const MAX_LAST = 140;

/** Rows under their headings, in columns; a sentence when there are none. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], none: string): string {
  if (rows.length === 0) return none;
  const cells = [headings, ...rows].map((row) =>
    row.map((cell, column) => clipped(cell, column === row.length - 1 ? MAX_LAST : MAX_CELL)),
  );
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Members of an object in one line. */
export function inline(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");
}

/** A time to the second, in UTC. */
export const shortTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;

function clipped(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
