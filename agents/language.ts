import * as z from "zod";

/** Languages that the words of the agents themselves are there in; sources may be in any. */
export const Language = z.enum(["en", "de", "fr", "es", "it"]);
export type Language = z.infer<typeof Language>;

const words = (line: string): ReadonlySet<string> => new Set(line.split(" "));

/** Short words by which a language shows itself, and those that people begin a request with. */
const signs: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(
    "the and of to in a an is are on for with about from what write report please make compare research how why this that these summarize",
  ),
  de: words(
    "der die das und von zu im in ein eine einen ist sind über für mit aus dem den was schreib schreibe bitte bericht vergleiche wie warum mir auf fasse recherchiere erstelle",
  ),
  fr: words(
    "le la les et de des du un une est sont sur pour avec dans ce que écris rédige rapport compare comment pourquoi moi s'il résume fais recherche l d au aux",
  ),
  es: words(
    "el la los las y de del un una es son sobre para con en que escribe informe compara cómo por favor resume haz investiga dame al",
  ),
  it: words(
    "il lo la gli le e di del della dei un una è sono su sul sulla per con che scrivi relazione rapporto confronta come perché mi riassumi fai ricerca al",
  ),
};

/** The language a request is written in, by its small words; a word of several languages counts less. English when none stands out. */
export function languageOf(text: string): Language {
  const found =
    text
      .toLowerCase()
      .normalize("NFC")
      .match(/\p{L}+/gu)
      ?.slice(0, 200) ?? [];
  let best: { readonly language: Language; readonly score: number } = { language: "en", score: 0 };
  for (const language of Language.options) {
    const score = found.reduce((sum, word) => {
      const shared = Language.options.filter((other) => signs[other].has(word)).length;
      return signs[language].has(word) ? sum + 1 / shared : sum;
    }, 0);
    if (score > best.score) best = { language, score };
  }
  return best.language;
}
