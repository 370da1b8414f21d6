import { epochOf, wallTimeAt } from "./time-zone.ts";

/** A cron expression of EventBridge Scheduler: six fields, the last one the year. */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly months: ReadonlySet<number>;
  readonly years: ReadonlySet<number>;
  /** True when the day of the month or of the week fits. */
  readonly isDay: (year: number, month: number, day: number) => boolean;
}

const monthNames = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const dayNames = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

interface Field {
  readonly min: number;
  readonly max: number;
  readonly names?: readonly string[];
}

/** Reads `min hour day-of-month month day-of-week year`. Undefined when it is not valid. */
export function parseCron(text: string): Cron | undefined {
  const fields = text.trim().split(/\s+/);
  const [minute, hour, dayOfMonth, month, dayOfWeek, year] = fields;
  if (fields.length !== 6 || minute === undefined || hour === undefined || month === undefined || year === undefined) {
    return undefined;
  }
  const minutes = values(minute, { min: 0, max: 59 });
  const hours = values(hour, { min: 0, max: 23 });
  const months = values(month, { min: 1, max: 12, names: monthNames });
  const years = values(year, { min: 1970, max: 2199 });
  const isDay = dayRule(dayOfMonth ?? "", dayOfWeek ?? "");
  if (!minutes || !hours || !months || !years || !isDay) return undefined;
  return { minutes, hours, months: new Set(months), years: new Set(years), isDay };
}

function values(text: string, field: Field): number[] | undefined {
  const all = new Set<number>();
  for (const part of text.split(",")) {
    const [range = "", stepText] = part.split("/");
    const step = stepText === undefined ? 1 : Number(stepText);
    const bounds = rangeOf(range, field, stepText !== undefined);
    if (bounds === undefined || !Number.isInteger(step) || step < 1) return undefined;
    for (let value = bounds[0]; value <= bounds[1]; value += step) all.add(value);
  }
  return [...all].sort((a, b) => a - b);
}

function rangeOf(text: string, field: Field, isStepped: boolean): readonly [number, number] | undefined {
  if (text === "*") return [field.min, field.max];
  const [from = "", to] = text.split("-");
  const first = numberOf(from, field);
  const open = isStepped ? field.max : first;
  const last = to === undefined ? open : numberOf(to, field);
  return first === undefined || last === undefined || last < first ? undefined : [first, last];
}

function numberOf(text: string, { min, max, names }: Field): number | undefined {
  const named = names?.indexOf(text.toUpperCase()) ?? -1;
  const value = named >= 0 ? named + min : Number(/^\d+$/.test(text) ? text : Number.NaN);
  return Number.isInteger(value) && value >= min && value <= max ? value : undefined;
}

/** One of the two day fields must be `?`, as Scheduler wants it. */
function dayRule(dayOfMonth: string, dayOfWeek: string): Cron["isDay"] | undefined {
  if ((dayOfMonth === "?") === (dayOfWeek === "?")) return undefined;
  return dayOfWeek === "?" ? monthDayRule(dayOfMonth) : weekDayRule(dayOfWeek);
}

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
/** 1 is Sunday. */
const weekDay = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;

function monthDayRule(text: string): Cron["isDay"] | undefined {
  if (text === "L") return (year, month, day) => day === lastDay(year, month);
  const near = /^(\d{1,2})W$/.exec(text)?.[1];
  if (near !== undefined) return (year, month, day) => day === nearestWorkday(year, month, Number(near));
  const days = values(text, { min: 1, max: 31 });
  return days === undefined ? undefined : (_year, _month, day) => days.includes(day);
}

function nearestWorkday(year: number, month: number, wanted: number): number {
  const last = lastDay(year, month);
  const day = Math.min(wanted, last);
  const kind = weekDay(year, month, day);
  if (kind === 7) return day === 1 ? 3 : day - 1;
  if (kind === 1) return day === last ? day - 2 : day + 1;
  return day;
}

function weekDayRule(text: string): Cron["isDay"] | undefined {
  const week: Field = { min: 1, max: 7, names: dayNames };
  const numbered = /^(\w+)#([1-5])$/.exec(text);
  if (numbered !== null) {
    const kind = numberOf(numbered[1] ?? "", week);
    const nth = Number(numbered[2]);
    if (kind === undefined) return undefined;
    return (year, month, day) => weekDay(year, month, day) === kind && Math.ceil(day / 7) === nth;
  }
  const last = /^(\w+)L$/.exec(text)?.[1];
  if (last !== undefined) {
    const kind = numberOf(last, week);
    if (kind === undefined) return undefined;
    return (year, month, day) => weekDay(year, month, day) === kind && day + 7 > lastDay(year, month);
  }
  const days = values(text === "L" ? "7" : text, week);
  return days === undefined ? undefined : (year, month, day) => days.includes(weekDay(year, month, day));
}

/** Days to look ahead for the next match: leap days come at least every eight years. */
const horizonDays = 366 * 9;

/** The first time after `afterMs` at which `cron` is due on the clocks of `timeZone`. */
export function nextCronTime(cron: Cron, afterMs: number, timeZone: string): number | undefined {
  const start = wallTimeAt(afterMs, timeZone);
  for (let ahead = 0; ahead <= horizonDays; ahead++) {
    const date = new Date(Date.UTC(start.year, start.month - 1, start.day + ahead));
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    if (!cron.years.has(year) || !cron.months.has(month) || !cron.isDay(year, month, day)) continue;
    for (const hour of cron.hours) {
      for (const minute of cron.minutes) {
        const at = epochOf({ year, month, day, hour, minute, second: 0 }, timeZone);
        if (at !== undefined && at > afterMs) return at;
      }
    }
  }
  return undefined;
}
