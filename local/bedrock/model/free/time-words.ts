/** When something is to happen: after a delay in minutes, or at a time with its offset. */
export type TimeWish = { readonly delay_minutes: number } | { readonly at: string };

/** A time in a message: what it means and where it stands. */
export type TimeFound = { readonly wish: TimeWish; readonly from: number; readonly to: number };

const minutesPerDay = 1440;

/** Words for units, longest first; their length in minutes. */
const units: readonly (readonly [minutes: number, words: string])[] = [
  [1, "minutes?|mins?|minuten?|minutos?|minuti|minuto"],
  [60, "hours?|hrs?|stunden?|std|heures?|horas?|ore|ora"],
  [minutesPerDay, "days?|tage?n?|jours?|d[ií]as?|giorni|giorno"],
  [7 * minutesPerDay, "weeks?|wochen?|semaines?|semanas?|settimane|settimana"],
];
const unitPattern = units.map(([, words]) => words).join("|");

const numberWords: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  ein: 1,
  eine: 1,
  einer: 1,
  einem: 1,
  un: 1,
  une: 1,
  una: 1,
  uno: 1,
  "half an": 0.5,
  "half a": 0.5,
  "einer halben": 0.5,
  "une demi": 0.5,
  media: 0.5,
  mezz: 0.5,
  mezza: 0.5,
  two: 2,
  zwei: 2,
  deux: 2,
  dos: 2,
  due: 2,
  "a couple of": 2,
  three: 3,
  drei: 3,
  trois: 3,
  tres: 3,
  tre: 3,
  four: 4,
  vier: 4,
  quatre: 4,
  cuatro: 4,
  quattro: 4,
  five: 5,
  fünf: 5,
  cinq: 5,
  cinco: 5,
  cinque: 5,
  six: 6,
  sechs: 6,
  seis: 6,
  sei: 6,
  ten: 10,
  zehn: 10,
  dix: 10,
  diez: 10,
  dieci: 10,
  twelve: 12,
  zwölf: 12,
  douze: 12,
  doce: 12,
  dodici: 12,
  fifteen: 15,
  fünfzehn: 15,
  quinze: 15,
  quince: 15,
  quindici: 15,
  twenty: 20,
  zwanzig: 20,
  vingt: 20,
  veinte: 20,
  venti: 20,
  thirty: 30,
  dreißig: 30,
  trente: 30,
  treinta: 30,
  trenta: 30,
};
const numberPattern = Object.keys(numberWords)
  .toSorted((a, b) => b.length - a.length)
  .join("|");

const before = "(?<![\\p{L}\\p{N}])";
const after = "(?![\\p{L}\\p{N}])";
const lead = "(?:in|within|after|nach|dans|d'ici|en|dentro de|tra|fra|entro)";
const amount = `(\\d+(?:[.,]\\d+)?|${numberPattern})[\\s'’-]*(${unitPattern})`;

const delay = new RegExp(
  `${before}${lead}\\s+(?:about\\s+|etwa\\s+|environ\\s+|circa\\s+|unos\\s+)?${amount}(?:\\s*(?:and|und|et|y|e|,)?\\s*${amount})?(?:\\s+(?:from now|time))?${after}`,
  "iu",
);
const compact = new RegExp(
  `${before}(?:${lead}\\s+)?\\+?(?=\\d)((?:\\d{1,5}d)?(?:\\d{1,5}h)?(?:\\d{1,5}m(?:in)?)?)${after}`,
  "iu",
);
const absolute = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})/u;
const named: readonly (readonly [minutes: number, said: RegExp])[] = [
  [2 * minutesPerDay, /(?:the )?day after tomorrow|übermorgen|après-demain|pasado mañana|dopodomani/iu],
  [
    minutesPerDay,
    /tomorrow(?: (?:morning|afternoon|evening))?|morgen(?! früh\p{L})(?: früh| nachmittag| abend)?|demain(?: matin| soir)?|(?<!la )mañana(?: por la mañana)?|domani(?: mattina| sera)?/iu,
  ],
  [
    7 * minutesPerDay,
    /next week|nächste woche|la semaine prochaine|la próxima semana|la semana que viene|la prossima settimana|la settimana prossima/iu,
  ],
  [
    4 * 60,
    /later today|tonight|this evening|heute abend|später heute|ce soir|plus tard dans la journée|esta noche|hoy más tarde|stasera|più tardi oggi/iu,
  ],
];
const clock = /^\s*(?:,\s*)?(?:at|um|à|a las|alle(?: ore)?)\s+(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|uhr)?/iu;

/**
 * The first time a message names, in English, German, French, Spanish or Italian. `now` (RFC 3339, UTC) is needed for a
 * time of day; without it only the day counts.
 */
export function timeIn(message: string, now: string | undefined): TimeFound | undefined {
  const exact = absolute.exec(message);
  if (exact !== null) return { wish: { at: exact[0] }, from: exact.index, to: exact.index + exact[0].length };
  const spelled = delay.exec(message);
  if (spelled !== null) return found(spelled, minutesOf(spelled));
  for (const [minutes, said] of named) {
    const day = new RegExp(`${before}(?:${said.source})${after}`, "iu").exec(message);
    if (day !== null) return onDay(message, day, minutes, now);
  }
  const short = compact.exec(message);
  return short === null || short[1] === "" ? undefined : found(short, minutesOfCompact(short[1] ?? ""));
}

/** A delay as the scheduling tools take it: 1d2h30m, fractions rounded up to minutes. */
export function delayText(minutes: number): string {
  const whole = Math.max(1, Math.ceil(minutes));
  const [days, hours, rest] = [Math.floor(whole / minutesPerDay), Math.floor((whole % minutesPerDay) / 60), whole % 60];
  return `${days > 0 ? `${days}d` : ""}${hours > 0 ? `${hours}h` : ""}${rest > 0 ? `${rest}m` : ""}`;
}

function found(match: RegExpExecArray, minutes: number): TimeFound {
  return { wish: { delay_minutes: minutes }, from: match.index, to: match.index + match[0].length };
}

function minutesOf(match: RegExpExecArray): number {
  return amountOf(match[1], match[2]) + amountOf(match[3], match[4]);
}

function amountOf(number: string | undefined, unit: string | undefined): number {
  if (number === undefined || unit === undefined) return 0;
  const value = numberWords[number.toLowerCase()] ?? Number(number.replace(",", "."));
  const minutes = units.find(([, words]) => new RegExp(`^(?:${words})$`, "iu").test(unit))?.[0] ?? 0;
  return value * minutes;
}

function minutesOfCompact(text: string): number {
  const read = (unit: RegExp) => Number(unit.exec(text)?.[1] ?? 0);
  return read(/(\d+)d/i) * minutesPerDay + read(/(\d+)h/i) * 60 + read(/(\d+)m/i);
}

/** Null for an hour that no day has. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half !== "am" && half !== "pm") return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === "pm" ? 12 : 0);
}

function onDay(message: string, day: RegExpExecArray, minutes: number, now: string | undefined): TimeFound {
  const to = day.index + day[0].length;
  const time = clock.exec(message.slice(to));
  const hour = time === null ? null : hourOf(Number(time[1]), time[3]?.toLowerCase());
  if (time === null || hour === null || now === undefined)
    return { wish: { delay_minutes: minutes }, from: day.index, to: to + (time?.[0].length ?? 0) };
  // "Tonight" is some hours away and may be tomorrow by then, but it means today.
  const days = Math.floor(minutes / minutesPerDay);
  const at = new Date(Date.parse(now) + days * minutesPerDay * 60_000);
  at.setUTCHours(hour, Number(time[2] ?? 0), 0, 0);
  return { wish: { at: `${at.toISOString().slice(0, 19)}Z` }, from: day.index, to: to + time[0].length };
}
