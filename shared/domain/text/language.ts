/** Languages that the words of the product and its agents are there in; what people and sources write may be in any. */
export const languages = ["en", "de", "fr", "es", "it"] as const;
export type Language = (typeof languages)[number];

const words = (line: string): ReadonlySet<string> => new Set(line.split(" "));

/** Short words by which a language shows itself, and those that people begin a request with. */
const signs: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(
    "the and of to in a an is are on for with about from what write report please make compare research how why this that these summarize other yes",
  ),
  de: words(
    "der die das und von zu im in ein eine einen ist sind über für mit aus dem den was schreib schreibe bitte bericht vergleiche wie warum mir auf fasse recherchiere erstelle nein ja nicht andere anderen anderes alles stopp",
  ),
  fr: words(
    "le la les et de des du un une est sont sur pour avec dans ce que écris rédige rapport compare comment pourquoi moi s'il résume fais recherche l d au aux non oui autre tout arrête arrêtez",
  ),
  es: words(
    "el la los las y de del un una es son sobre para con en que escribe informe compara cómo por favor resume haz investiga dame al sí otro otra todo detén",
  ),
  it: words(
    "il lo la gli le e di del della dei un una è sono su sul sulla per con che scrivi relazione rapporto confronta come perché mi riassumi fai ricerca al sì altro altra l tutto ferma fermati",
  ),
};

/**
 * The language that texts are written in, by their small words; a word of several languages counts less. What the first text
 * leaves open the next one says. English when none stands out.
 */
export function languageOf(...texts: readonly string[]): Language {
  for (const text of texts) {
    const language = standingOut(text);
    if (language !== null) return language;
  }
  return "en";
}

function standingOut(text: string): Language | null {
  const found =
    text
      .toLowerCase()
      .normalize("NFC")
      .match(/\p{L}+/gu)
      ?.slice(0, 200) ?? [];
  let best: { readonly language: Language | null; readonly score: number } = { language: null, score: 0 };
  for (const language of languages) {
    const score = found.reduce((sum, word) => {
      const shared = languages.filter((other) => signs[other].has(word)).length;
      return signs[language].has(word) ? sum + 1 / shared : sum;
    }, 0);
    if (score > best.score) best = { language, score };
  }
  return best.language;
}
