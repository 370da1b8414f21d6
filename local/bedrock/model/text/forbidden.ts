import type { Json } from "../../../../shared/contracts/json.ts";
import { wishedNow } from "../../../../shared/domain/routing/standing-wish.ts";
import type { Passage } from "./passages.ts";
import { sentencesOf } from "./sentences.ts";
import { contentStems } from "./stems.ts";

/** Words of a prohibition that do not say what is forbidden. */
const plain = new Set(
  contentStems(
    "never ever use using quote cite mention show give include name rely trust take work buy again any not allow source sources supplier data information figures numbers text word words term terms wort worte mot mots palabra palabras parola parole " +
      "nie niemals nicht nimm nehmen verwende verwenden nutze nutzen benutze zitiere zitieren erwähne erwähnen nenne zeige quelle quellen daten lieferant " +
      "jamais utilise utiliser utilisez cite citer mentionne prends source sources données fournisseur nunca uses usar cites citar menciones fuente fuentes datos proveedor " +
      "mai usare usa citare cita menzionare fonte fonti dati fornitore",
  ),
);

/** What the rules forbid, as the stems that name it; a rule that only uses common words names nothing. */
function forbiddenIn(rules: Json | undefined): readonly (readonly string[])[] {
  return (Array.isArray(rules) ? rules : []).flatMap((rule: Json) => {
    if (typeof rule !== "string" || wishedNow(rule) !== null) return [];
    const named = namesIn(rule);
    return named.length === 0 ? [] : [named];
  });
}

/** Stems and single letters: "supplier X" is told from "supplier Y" by its letter alone. */
function namesIn(text: string): readonly string[] {
  const letters = text.match(/(?<![\p{L}\p{N}'’])\p{Lu}(?![\p{L}\p{N}'’])/gu) ?? [];
  const stems = contentStems(text).filter((stem) => !plain.has(stem));
  const beside =
    letters.length > 0
      ? contentStems(text).filter((stem) => plain.has(stem) && /supplier|lieferant|fournis|provee|forni/u.test(stem))
      : [];
  return [...new Set([...stems, ...beside, ...letters.map((letter) => letter.toLowerCase())])];
}

/** Passages without the sentences that speak of what the rules forbid, and without those of a source they forbid. */
export function withoutForbidden(passages: readonly Passage[], rules: Json | undefined): readonly Passage[] {
  const forbidden = forbiddenIn(rules);
  if (forbidden.length === 0) return passages;
  const speaks = (text: string) => {
    const words = new Set([
      ...contentStems(text),
      ...(text.toLowerCase().match(/(?<![\p{L}\p{N}'’])\p{L}(?![\p{L}\p{N}'’])/gu) ?? []),
    ]);
    return forbidden.some((names) => names.every((name) => words.has(name)));
  };
  return passages.flatMap((passage) => {
    if (speaks(passage.source.replaceAll(/[._-]+/g, " "))) return [];
    const kept = sentencesOf(passage.text).filter((sentence) => !speaks(sentence));
    return kept.length === 0 ? [] : [{ ...passage, text: kept.join(" ") }];
  });
}
