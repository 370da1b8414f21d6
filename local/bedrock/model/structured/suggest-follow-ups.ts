import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import { isObject } from "../request-view.ts";
import { type Language, languageOf } from "../text/languages.ts";
import { wordsOf } from "../text/sentences.ts";
import { contentStems, stemOf } from "../text/stems.ts";

/** A message in the person's voice; `{n}` is the number of a point, `{topic}` a word the result often uses. */
type Words = Readonly<Record<Language, string>>;

const deeper: Words = {
  en: "Expand point {n}",
  de: "Führe Punkt {n} aus",
  fr: "Développe le point {n}",
  es: "Amplía el punto {n}",
  it: "Approfondisci il punto {n}",
};
const origin: Words = {
  en: "Where does point {n} come from?",
  de: "Woher stammt Punkt {n}?",
  fr: "D'où vient le point {n} ?",
  es: "¿De dónde sale el punto {n}?",
  it: "Da dove viene il punto {n}?",
};
const further: Words = {
  en: "Add a section on {topic}",
  de: "Ergänze einen Abschnitt über {topic}",
  fr: "Ajoute une section sur {topic}",
  es: "Añade una sección sobre {topic}",
  it: "Aggiungi una sezione su {topic}",
};

type Said = { readonly id: string; readonly number: number; readonly text: string };

/**
 * Follow-ups that the result itself raises: to go deeper into the point that says most of what was asked, to know where a
 * figure comes from, and a section on what the points often speak of and no section is about.
 */
export function suggestFollowUps(input: JsonObject): JsonObject {
  const objective = typeof input["objective"] === "string" ? input["objective"] : "";
  const language = languageOf(objective);
  const parts = (Array.isArray(input["parts"]) ? input["parts"] : []).filter(isObject);
  const claims = parts.filter(({ kind }) => kind === "claim");
  // Only the claims of the first section are numbered for a person.
  const points = claims.filter(({ within }) => within === claims[0]?.["within"]).flatMap(saidIn);
  const asked = new Set(contentStems(objective));
  const main = best(points, ({ text }) => contentStems(text).filter((stem) => asked.has(stem)).length);
  const figure = best(
    points.filter(({ id }) => id !== main?.id),
    ({ text }) => (text.match(/\d+/g) ?? []).length,
  );
  const topic = oftenSaid(points, [objective, ...parts.filter(({ kind }) => kind === "section").map(labelOf)]);
  const about = (words: Words, point: Said | undefined) =>
    point === undefined ? [] : [{ text: words[language].replace("{n}", String(point.number)), anchor: point.id }];
  return {
    suggestions: [
      ...about(deeper, main),
      ...about(origin, figure),
      ...(topic === undefined ? [] : [{ text: further[language].replace("{topic}", topic), anchor: null }]),
    ],
  };
}

function saidIn(part: JsonObject): readonly Said[] {
  const { id, text, ordinal } = part;
  return typeof id === "string" && typeof text === "string" && typeof ordinal === "number"
    ? [{ id, text, number: ordinal }]
    : [];
}

function labelOf({ label }: JsonObject): string {
  return typeof label === "string" ? label : "";
}

/** The one with the highest worth, the first of equals; none when none is worth anything. */
function best(points: readonly Said[], worth: (point: Said) => number): Said | undefined {
  const valued = points.map((point) => ({ point, value: worth(point) })).toSorted((a, b) => b.value - a.value);
  return (valued[0]?.value ?? 0) > 0 ? valued[0]?.point : points[0];
}

/** The word that most points use and that neither the objective nor a heading holds. */
function oftenSaid(points: readonly Said[], known: readonly Json[]): string | undefined {
  const taken = new Set(known.flatMap((text) => contentStems(String(text))));
  const counts = new Map<string, { readonly word: string; readonly times: number }>();
  for (const { text } of points) {
    const stems = new Set(contentStems(text));
    for (const word of new Set(wordsOf(text))) {
      const stem = stemOf(word);
      if (word.length < 4 || /\d/.test(word) || !stems.has(stem) || taken.has(stem)) continue;
      const written = new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "iu").exec(text)?.[0] ?? word;
      counts.set(stem, { word: counts.get(stem)?.word ?? written, times: (counts.get(stem)?.times ?? 0) + 1 });
    }
  }
  const often = [...counts.values()].filter(({ times }) => times > 1).toSorted((a, b) => b.times - a.times);
  return often[0]?.word;
}
