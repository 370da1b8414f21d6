import { isFunctionWord } from "./languages.ts";
import { wordsOf } from "./sentences.ts";

/** Endings that inflect a word in the languages the model knows, longest first. */
const endings = [
  "ungen",
  "heiten",
  "keiten",
  "ationen",
  "ations",
  "ation",
  "zioni",
  "zione",
  "ciones",
  "cion",
  "ments",
  "ment",
  "ingly",
  "ungs",
  "ung",
  "ings",
  "ing",
  "edly",
  "ern",
  "ies",
  "ied",
  "est",
  "en",
  "em",
  "er",
  "es",
  "ed",
  "os",
  "as",
  "ly",
  "s",
  "n",
];

const shortestStem = 4;

/** The part of a word that stays when it is inflected, lower case and without accents. Rough: it only has to be the same for forms of one word. */
export function stemOf(word: string): string {
  const bare = word
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replace(/['’]s?$/u, "");
  const ending = endings.find((one) => bare.endsWith(one) && bare.length - one.length >= shortestStem);
  let stem = ending === undefined ? bare : bare.slice(0, -ending.length);
  while (stem.length > shortestStem && /[aeiouy]$/.test(stem)) stem = stem.slice(0, -1);
  // A doubled consonant before an ending: planning, plan.
  return stem.length > shortestStem ? stem.replace(/([bcdfgklmnprt])\1$/, "$1") : stem;
}

/** Stems of the words that carry what a text is about, in order, repeated as often as they stand there. Numbers count. */
export function contentStems(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => !isFunctionWord(word) && (word.length > 1 || /\d/.test(word)))
    .map(stemOf);
}

/** Words people use to ask for work, not to say what it is about. */
const taskStems = new Set(
  (
    "write make create give show summarise summarize summary report reporting research find tell explain list prepare " +
    "produce analyse analyze analysis describe overview brief briefing key main important point points finding findings " +
    "section table bullet bullets email document text source sources attached file files following based help need want " +
    "look check compare comparison search answer question expand add include short shorten long longer " +
    "schreibe erstelle mache gib zeige fasse zusammen zusammenfassung bericht recherchiere finde erkläre punkte punkt " +
    "wichtigsten abschnitt tabelle quelle quellen überblick analysiere vergleiche suche " +
    "écris rédige crée donne montre résume résumé rapport recherche trouve explique points clés section tableau sources analyse compare " +
    "escribe crea haz da muestra resume resumen informe investiga busca explica puntos clave sección tabla fuentes analiza compara " +
    "scrivi crea fai dai mostra riassumi riassunto rapporto relazione ricerca trova spiega punti chiave sezione tabella fonti analizza confronta"
  )
    .split(" ")
    .map(stemOf),
);

/** Stems of what a request is about: its content without the words that ask for work. All content when nothing else is left. */
export function subjectStems(text: string): readonly string[] {
  const content = contentStems(text);
  const subject = content.filter((stem) => !taskStems.has(stem));
  return subject.length === 0 ? content : subject;
}

/** True when the stems name the same thing: equal, or the longer a compound or derivation that begins with the shorter. */
export function isRelated(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length >= 5 && long.startsWith(short);
}

/** How much of `wanted` is found in `given`, 0 to 1. */
export function coverage(wanted: readonly string[], given: readonly string[]): number {
  const distinct = [...new Set(wanted)];
  if (distinct.length === 0) return 0;
  return distinct.filter((stem) => given.some((other) => isRelated(stem, other))).length / distinct.length;
}

/** How alike two texts are by their stems, 0 to 1: the shared part of the smaller one. */
export function likeness(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [new Set(one), new Set(other)];
  const smaller = Math.min(a.size, b.size);
  if (smaller === 0) return 0;
  return [...a].filter((stem) => b.has(stem)).length / smaller;
}
