import type { DeliverableView } from "../../shared/agents/define-agent.ts";
import type { Language } from "../language.ts";
import type { Brief } from "./brief.ts";

/** A template's words; `{n}` is the number of a point. */
type Words = Readonly<Record<Language, string>>;

const expand: Words = {
  en: "Expand point {n}",
  de: "Führe Punkt {n} aus",
  fr: "Développe le point {n}",
  es: "Amplía el punto {n}",
  it: "Approfondisci il punto {n}",
};
const source: Words = {
  en: "Where does point {n} come from?",
  de: "Woher stammt Punkt {n}?",
  fr: "D'où vient le point {n} ?",
  es: "¿De dónde sale el punto {n}?",
  it: "Da dove viene il punto {n}?",
};
const median: Words = {
  en: "Use the median instead of the mean",
  de: "Nimm den Median statt des Mittelwerts",
  fr: "Utilise la médiane au lieu de la moyenne",
  es: "Usa la mediana en lugar de la media",
  it: "Usa la mediana invece della media",
};
const mean: Words = {
  en: "Use the mean",
  de: "Nimm den Mittelwert",
  fr: "Utilise la moyenne",
  es: "Usa la media",
  it: "Usa la media",
};
const table: Words = {
  en: "Make it a table",
  de: "Mach daraus eine Tabelle",
  fr: "Fais-en un tableau",
  es: "Hazlo en una tabla",
  it: "Fanne una tabella",
};
const email: Words = {
  en: "Turn it into an email",
  de: "Mach daraus eine E-Mail",
  fr: "Fais-en un courriel",
  es: "Conviértelo en un correo",
  it: "Fanne una email",
};
const shorter: Words = {
  en: "Make it shorter",
  de: "Kürzer bitte",
  fr: "Plus court",
  es: "Más corto",
  it: "Più corto",
};

/**
 * What a person may want next of a report: to go deeper into the first point that was not, to know where the next one comes
 * from, other figures, another form, less of it. What the brief has done already is not proposed. Pure.
 */
export function suggestFollowUps({ parts }: DeliverableView, brief: Brief) {
  const points = parts.filter(({ kind, within }) => kind === "claim" && within === "points");
  const deepened = new Set(brief.expanded.flatMap(({ point_id }) => [point_id, numbered(point_id, points)]));
  const open = points.filter(({ id }) => !deepened.has(id));
  const say = (words: Words) => [{ text: words[brief.language], anchor: null }];
  const about = (words: Words, part: DeliverableView["parts"][number] | undefined) =>
    part === undefined ? [] : [{ text: words[brief.language].replace("{n}", String(part.ordinal)), anchor: part.id }];
  const figures = parts.find(({ kind }) => kind === "table");
  const long = brief.length === "normal" && (brief.expanded.length > 0 || brief.sections.length > 0);
  return [
    ...(brief.length === "short" ? [] : about(expand, open[0])),
    ...about(
      source,
      points.find(({ id }) => id !== open[0]?.id),
    ),
    ...about(brief.statistic === "mean" ? median : mean, figures),
    ...(long ? say(shorter) : []),
    ...say(brief.format === "table" ? email : table),
  ];
}

/** The id of a point that was named by its number before there was a delivery. */
function numbered(pointId: string, points: DeliverableView["parts"]): string {
  const number = /^#(\d+)$/.exec(pointId)?.[1];
  return number === undefined ? pointId : (points[Number(number) - 1]?.id ?? pointId);
}
