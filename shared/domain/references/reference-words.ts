/** What a noun in a reference stands for. */
export type NounKind = "claim" | "section" | "table" | "row" | "source";

const words = (line: string): readonly string[] => line.split(" ");

/** Nouns that name a part, in English, German, French, Spanish and Italian; compared in lower case without accents. */
const nouns: readonly (readonly [NounKind, readonly string[]])[] = [
  [
    "claim",
    words(
      "point points claim claims finding findings item items bullet bullets conclusion conclusions statement statements " +
        "punkt punkte punkten punktes punkts aussage aussagen erkenntnis erkenntnisse " +
        "constat constats affirmation affirmations punto puntos conclusiones hallazgo hallazgos afirmacion afirmaciones " +
        "punti affermazione affermazioni conclusione conclusioni",
    ),
  ],
  [
    "section",
    words(
      "section sections chapter chapters abschnitt abschnitte abschnitts abschnittes kapitel kapitels chapitre chapitres " +
        "rubrique seccion secciones apartado apartados capitulo capitulos sezione sezioni capitolo capitoli",
    ),
  ],
  ["table", words("table tables tabelle tabellen tableau tableaux tabla tablas tabella tabelle")],
  ["row", words("row rows zeile zeilen ligne lignes rangee rangees fila filas riga righe")],
  ["source", words("source sources quelle quellen fuente fuentes fonte fonti")],
];

const nounKinds = new Map(nouns.flatMap(([kind, list]) => list.map((word) => [word, kind] as const)));

/** What a word stands for if it names a part. `word` is lower case without accents. */
export function nounKind(word: string): NounKind | null {
  return nounKinds.get(word) ?? null;
}

/** Stems of ordinals up to twelve; each may carry the endings of its language. */
const ordinalForms: readonly (readonly string[])[] = [
  words("first erste ersten erster erstes erstem premier premiere primer primero primera primo prima primi"),
  words("second zweite zweiten zweiter zweites zweitem deuxieme seconde segundo segunda secondo seconda"),
  words("third dritte dritten dritter drittes drittem troisieme tercer tercero tercera terzo terza"),
  words("fourth vierte vierten vierter viertes viertem quatrieme cuarto cuarta quarto quarta"),
  words("fifth funfte funften funfter funftes funftem cinquieme quinto quinta"),
  words("sixth sechste sechsten sechster sechstes sechstem sixieme sexto sexta sesto sesta"),
  words("seventh siebte siebten siebter siebtes siebtem septieme septimo septima settimo settima"),
  words("eighth achte achten achter achtes achtem huitieme octavo octava ottavo ottava"),
  words("ninth neunte neunten neunter neuntes neuntem neuvieme noveno novena nono nona"),
  words("tenth zehnte zehnten zehnter zehntes zehntem dixieme decimo decima"),
  words("eleventh elfte elften elfter elftes elftem onzieme undecimo undecima undicesimo undicesima"),
  words("twelfth zwolfte zwolften zwolfter zwolftes zwolftem douzieme duodecimo duodecima dodicesimo dodicesima"),
];

const cardinalForms: readonly (readonly string[])[] = [
  words("one eins un une uno una"),
  words("two zwei deux dos due"),
  words("three drei trois tres tre"),
  words("four vier quatre cuatro quattro"),
  words("five funf cinq cinco cinque"),
  words("six sechs seis sei"),
  words("seven sieben sept siete sette"),
  words("eight acht huit ocho otto"),
  words("nine neun neuf nueve nove"),
  words("ten zehn dix diez dieci"),
  words("eleven elf onze once undici"),
  words("twelve zwolf douze doce dodici"),
];

const byForm = (forms: readonly (readonly string[])[]) =>
  new Map(forms.flatMap((list, index) => list.map((word) => [word, index + 1] as const)));

const ordinals = byForm(ordinalForms);
const cardinals = byForm(cardinalForms);
const lasts = new Set(
  words("last final letzte letzten letzter letztes letztem dernier derniere ultimo ultima ultimi ultimos ultimas"),
);

/** A position from the front (1, 2, 3 …), or -1 for the last. */
export type Position = number;

/** The position that an ordinal names: `third`, `3rd`, `3e`, `3ème`, `3º`, `3.` with its point, `last`. Null for other words. */
export function ordinalPosition(word: string): Position | null {
  if (lasts.has(word)) return -1;
  const written = ordinals.get(word);
  if (written !== undefined) return written;
  const digits = /^(\d{1,3})(?:st|nd|rd|th|e|er|re|ere|eme|ieme|o|a|[ºª°])$/.exec(word);
  return digits ? Number(digits[1]) : null;
}

/** The number a word is: `3`, `three`, `drei`. Null for other words. */
export function cardinalNumber(word: string): number | null {
  return /^\d{1,3}$/.test(word) ? Number(word) : (cardinals.get(word) ?? null);
}

const articleWords = new Set(
  words(
    "the this that these those der die das den dem des dieser diese dieses diesen diesem le la les l ce cet cette ces el " +
      "los las este esta estos estas il lo gli i questo questa queste questi al del della dello dei delle du au alla dal " +
      "im zum zur my your our",
  ),
);

/** True for definite articles, demonstratives and what is contracted with them. */
export function isDefinite(word: string): boolean {
  return articleWords.has(word);
}

const linkWords = new Set(
  words(
    "of in from inside within des der von vom aus im de du d del della dello dell dans en nel nella di the le la el il den dem",
  ),
);

/** True for words that may stand between a part and what it is in: "row 3 of the second table". */
export function isLink(word: string): boolean {
  return linkWords.has(word);
}

const joinWords = new Set(words("and or und oder et ou y e o & as well sowie"));

/** True for words that join two numbers or ordinals. */
export function isJoin(word: string): boolean {
  return joinWords.has(word);
}

const rangeWords = new Set(words("to through until bis a au hasta al fino - –"));

/** True for words between the ends of a range: "points 2 to 4". */
export function isRange(word: string): boolean {
  return rangeWords.has(word);
}

const numberMarks = new Set(words("number no nr nummer numero num n # nº n° №"));

/** True for marks between a noun and its number: "point no. 3", "Punkt Nr. 3". */
export function isNumberMark(word: string): boolean {
  return numberMarks.has(word);
}

/** Lower case and without accents, every character at its old place, so that places found in it hold in the text. */
export function fold(text: string): string {
  return text.replaceAll(/[A-Z]+|\P{ASCII}/gu, (found) => (found < "\u0080" ? found.toLowerCase() : bare(found)));
}

const bared = new Map<string, string>();
/** Characters outside ASCII that are remembered; a text seldom has a hundred different ones. */
const BARED_AT_MOST = 2_000;

/** One character, which stays as it is when it would become longer or shorter. */
function bare(character: string): string {
  const known = bared.get(character);
  if (known !== undefined) return known;
  const letter = character.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const kept = letter.length === character.length ? letter : character;
  if (bared.size < BARED_AT_MOST) bared.set(character, kept);
  return kept;
}
