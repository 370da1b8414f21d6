import { fold } from "../../shared/domain/references/reference-words.ts";
import type { Statistic } from "../cells/statistics.ts";
import { isColumnHead, ownHeads } from "../phrases.ts";
import { columnOfHead } from "../statistic-names.ts";
import type { Operation } from "./brief.ts";
import type { Clause } from "./clauses.ts";
import type { Reading } from "./reading.ts";
import { fillers, groupingBy, insteadOf, recalculateWords, statisticWords } from "./wish-words.ts";

/** "Use the median instead of the mean", "group by region", "the maximum of temp_max". */
export function readRecalculate(clause: Clause, { view }: Reading): readonly Operation[] | null {
  const columns = columnsOf(view.parts);
  const wanted = withoutUnwanted(withoutMentions(clause));
  const grouped = takeGroup(wanted, columns);
  const named = takeColumns(grouped.rest, columns);
  const words = [...named.rest.matchAll(/[\p{L}\d_]+/gu)].map(([word]) => word);
  const statistics = [...new Set(words.flatMap((word) => statisticWords.get(word) ?? []))];
  const isKnown = words.every((word) => statisticWords.has(word) || recalculateWords.has(word) || fillers.has(word));
  if (!isKnown || statistics.length > 1) return null;
  const statistic: Statistic | null = statistics[0] ?? null;
  if (statistic === null && grouped.column === null) return null;
  if (statistic !== null && !(isAsked(words) || clause.is_whole)) return null;
  return [
    {
      op: "recalculate",
      statistic,
      columns: named.columns.length > 0 ? named.columns : null,
      group_by: grouped.column,
    },
  ];
}

function isAsked(words: readonly string[]): boolean {
  return words.some((word) => recalculateWords.has(word));
}

/** The clause without references to a table, which say where and not what. */
function withoutMentions({ folded, mentions }: Clause): string {
  const isTable = (parts: Clause["mentions"][number]["parts"]) =>
    parts.length > 0 && parts.every(({ kind }) => kind === "table");
  return mentions
    .filter(({ parts }) => isTable(parts))
    .reduce((text, { from, to }) => text.slice(0, from) + " ".repeat(to - from) + text.slice(to), folded);
}

/** "… instead of the mean", "not the mean", "from the mean to": what is no longer wished. */
function withoutUnwanted(folded: string): string {
  const statistic = `(?:${[...statisticWords.keys()].join("|")})(?![\\p{L}])`;
  const unwanted = new RegExp(`${insteadOf.source}(?:werte?s?\\s+)?${statistic}`, "gu");
  const from = new RegExp(
    `\\b(?:from|vom|von|de|del|da|dalla)\\s+(?:the\\s+|la\\s+)?${statistic}\\s+(?:to|zum|zur|a|alla|au)\\b`,
    "u",
  );
  return folded.replaceAll(unwanted, " ").replace(from, " ");
}

/** Names of the columns that the delivery shows, without the statistic in front of them. */
function columnsOf(parts: Reading["view"]["parts"]): readonly string[] {
  const heads = parts.filter(({ kind }) => kind === "table").flatMap(({ text }) => text.split(", "));
  const cells = parts.filter(({ kind }) => kind === "row").map(({ text }) => text.split("; ")[0]?.split(": ") ?? []);
  const first = cells.flatMap(([head = "", name = ""]) => (isColumnHead(head) ? [name] : []));
  const names = [...heads.map(columnOfHead), ...first];
  return [...new Set(names)].filter((name) => name !== "" && !statisticWords.has(name) && !ownHeads.has(name));
}

type Taken = { readonly column: string | null; readonly rest: string };

function takeGroup(text: string, columns: readonly string[]): Taken {
  const found = groupingBy.exec(text);
  if (!found) return { column: null, rest: text };
  const behind = text.slice(found.index + found[0].length);
  const known = columns.find((name) => startsWithName(behind, name));
  const isSaid = /group|grupp|agrup|raggrup/.test(found[0]);
  const word = isSaid ? /^[\p{L}\d_]+/u.exec(behind)?.[0] : undefined;
  const column = known ?? word ?? null;
  if (column === null) return { column: null, rest: text };
  return { column, rest: `${text.slice(0, found.index)} ${behind.slice(column.length)}` };
}

function takeColumns(text: string, columns: readonly string[]): { readonly columns: string[]; readonly rest: string } {
  const found: string[] = [];
  let rest = text;
  for (const name of columns.toSorted((one, other) => other.length - one.length)) {
    const at = rest.search(new RegExp(`(?<![\\p{L}\\d_])${escapeRegExp(fold(name))}(?![\\p{L}\\d_])`, "u"));
    if (at < 0) continue;
    found.push(name);
    rest = `${rest.slice(0, at)} ${rest.slice(at + name.length)}`;
  }
  return { columns: found, rest };
}

function startsWithName(text: string, name: string): boolean {
  return text.startsWith(fold(name)) && !/^[\p{L}\d_]/u.test(text.slice(name.length));
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
