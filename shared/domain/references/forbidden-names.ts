import { wishedNow } from "../routing/standing-wish.ts";
import { fold } from "./reference-words.ts";

/** Words of a prohibition that do not say what is forbidden, folded. */
const plain = new Set(
  (
    "never ever not do don t dont use using quote cite mention show give include name list rely on trust take work with buy from any the a an of for to in please again we i " +
    "word words term terms wort worte mot mots palabra palabras parola parole source sources supplier suppliers vendor vendors data information figures numbers text row rows file files table " +
    "nie niemals nicht nimm nehmen verwende verwenden nutze nutzen benutze benutzen zitiere zitieren erwahne erwahnen nenne nennen zeige zeigen mit von aus den die das der dem bitte wir quelle quellen daten lieferant lieferanten zeile zeilen " +
    "jamais ne pas utilise utiliser utilisez cite citer mentionne mentionner prends avec de du des le la les l source donnees fournisseur fournisseurs ligne lignes " +
    "nunca no uses usar cites citar menciones mencionar con de del la el los las fuente fuentes datos proveedor proveedores fila filas al " +
    "mai non usare usa citare cita menzionare con di del della il lo gli i le fonte fonti dati fornitore fornitori riga righe"
  ).split(" "),
);

/** One thing that a rule forbids: the words that name it, and the rule as it was said. */
export type Forbidden = { readonly rule: string; readonly words: readonly string[] };

/** What the rules forbid by name: "never use supplier X" forbids `x`. A rule that only uses common words names nothing. */
export function forbiddenIn(rules: readonly string[]): readonly Forbidden[] {
  return rules.flatMap((rule) => {
    if (wishedNow(rule) !== null) return [];
    const words = wordsOf(rule).filter((word) => !plain.has(word));
    return words.length === 0 ? [] : [{ rule, words }];
  });
}

/** True when a name, such as the words of one cell of a table, is what is forbidden. */
export function isForbiddenName(name: string, { words }: Forbidden): boolean {
  const own = wordsOf(name);
  return own.length > 0 && own.length <= 12 && words.every((word) => own.includes(word));
}

function wordsOf(text: string): readonly string[] {
  return fold(text.normalize("NFC")).match(/[\p{L}\p{N}]+/gu) ?? [];
}
