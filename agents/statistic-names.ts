import { Statistic } from "./cells/statistics.ts";
import { Language } from "./language.ts";
import { phrase } from "./phrases.ts";

/** The statistics as they are said. */
const statistics: Readonly<Record<Statistic, Readonly<Record<Language, string>>>> = {
  mean: { en: "mean", de: "Mittelwert", fr: "moyenne", es: "media", it: "media" },
  median: { en: "median", de: "Median", fr: "médiane", es: "mediana", it: "mediana" },
  sum: { en: "sum", de: "Summe", fr: "somme", es: "suma", it: "somma" },
  min: {
    en: "smallest value",
    de: "kleinster Wert",
    fr: "plus petite valeur",
    es: "valor más bajo",
    it: "valore minimo",
  },
  max: {
    en: "largest value",
    de: "größter Wert",
    fr: "plus grande valeur",
    es: "valor más alto",
    it: "valore massimo",
  },
  count: {
    en: "number of values",
    de: "Anzahl der Werte",
    fr: "nombre de valeurs",
    es: "número de valores",
    it: "numero di valori",
  },
};

/** A statistic as it is said in a language. */
export function statisticName(language: Language, statistic: Statistic): string {
  return statistics[statistic][language];
}

const heads = Statistic.options.flatMap((statistic) =>
  Language.options.map((language) =>
    phrase(language, "column_head", { statistic: statisticName(language, statistic), column: "" }),
  ),
);

/** The column that a head of a table of figures is about, whatever its language and statistic: `net_generation` of `mean of net_generation`. */
export function columnOfHead(head: string): string {
  const known = heads.find((prefix) => head.startsWith(prefix));
  return known === undefined ? head : head.slice(known.length);
}
