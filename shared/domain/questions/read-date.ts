import { fold } from "../references/reference-words.ts";
import { fillers, plainWords } from "./answer-words.ts";

/** Names of months from January on, in English, German, French, Spanish and Italian; three letters or more of a name will do. */
const months: readonly (readonly string[])[] = [
  "january januar janner janvier enero gennaio",
  "february februar feber fevrier febrero febbraio",
  "march marz mars marzo",
  "april avril abril aprile",
  "may mai mayo maggio",
  "june juni juin junio giugno",
  "july juli juillet julio luglio",
  "august aout agosto",
  "september septembre septiembre settembre",
  "october oktober octobre octubre ottobre",
  "november novembre noviembre",
  "december dezember decembre diciembre dicembre",
].map((line) => line.split(" "));

const around = new Set("on the of am den der vom le du el del de il dal by until bis jusqu au".split(" "));

/**
 * The one day that a text names, as `2026-03-12`: in ISO form, with the month's name, or in figures where only one order
 * of day and month is possible. Null for `03/04/2026`, for days that do not exist, and when other words are there.
 */
export function readDate(text: string): string | null {
  const folded = fold(text.normalize("NFC")).replaceAll(/\b(\d{1,2})(?:st|nd|rd|th|er|\.º|º|°)(?![\p{L}\d])/gu, "$1");
  const found = [iso(folded), inFigures(folded), withName(folded)].filter((one) => one !== null);
  const [day] = found;
  if (day === undefined || found.some((other) => other.date !== day.date)) return null;
  const isAlone = plainWords(folded.replace(day.text, " ")).every((word) => around.has(word) || fillers.has(word));
  return isAlone ? day.date : null;
}

type Found = { readonly date: string; readonly text: string } | null;

function iso(text: string): Found {
  const found = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(text);
  return found === null ? null : made(found[0], { year: found[1], month: Number(found[2]), day: Number(found[3]) });
}

/** With points the day comes first, as in German; with slashes it depends on where one lives. */
function inFigures(text: string): Found {
  const found = /(?<!\d)(\d{1,2})(\s?[./-]\s?)(\d{1,2})\2(\d{4})(?!\d)/.exec(text);
  if (found === null) return null;
  const [one, other] = [Number(found[1]), Number(found[3])];
  const isDayFirst = found[2]?.trim() === "." || one > 12 || one === other;
  if (!(isDayFirst || other > 12)) return null;
  const [day, month] = isDayFirst ? [one, other] : [other, one];
  return made(found[0], { year: found[4], month, day });
}

function withName(text: string): Found {
  const dayFirst = /(?<!\d)(\d{1,2})\.?(?: de| of)? (\p{L}{3,})\.?,?(?: de| del)? (\d{4})(?!\d)/u.exec(text);
  if (dayFirst !== null) {
    return made(dayFirst[0], { year: dayFirst[3], month: monthNumber(dayFirst[2] ?? ""), day: Number(dayFirst[1]) });
  }
  const monthFirst = /(\p{L}{3,})\.? (\d{1,2}),? (\d{4})(?!\d)/u.exec(text);
  if (monthFirst === null) return null;
  return made(monthFirst[0], {
    year: monthFirst[3],
    month: monthNumber(monthFirst[1] ?? ""),
    day: Number(monthFirst[2]),
  });
}

/** 0 for a word that is no month. */
function monthNumber(word: string): number {
  return months.findIndex((names) => names.some((name) => name.startsWith(word))) + 1;
}

function made(
  text: string,
  { year, month, day }: { readonly year: string | undefined; readonly month: number; readonly day: number },
): Found {
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  const isReal = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? { date: date.toISOString().slice(0, 10), text } : null;
}
