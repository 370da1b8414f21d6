import { wordsOf } from "./sentences.ts";

export const languages = ["en", "de", "fr", "es", "it"] as const;

/** The languages the local model knows function words and phrases of. */
export type Language = (typeof languages)[number];

const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words that say nothing about what a text is about. */
const functionWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: list(
    "a an and are as at be been being but by can could did do does for from had has have having he her here him his how i " +
      "if in into is it its just let may me might more most must my no nor not of off on once only or other our out over own " +
      "please s same she should so some such t than that the their them then there these they this those through to too under " +
      "until up us very was we were what when where which while who whom whose why will with would you your about after again " +
      "all also any because before between both down during each few further now whether thanks thank",
  ),
  de: list(
    "aber alle als also am an auch auf aus bei bin bis bist da dann das dass dein dem den der des die dies diese diesem diesen " +
      "dieser dieses doch du durch ein eine einem einen einer eines er es etwas euch für gegen hast hat habe haben habt hatte hatten hier hinter ich " +
      "ihm ihn ihr ihre im in ist ja jede jeder jetzt kann kein keine man mein mich mir mit muss nach nicht noch nun nur ob oder " +
      "ohne schon sehr sein seine sich sie sind so soll sollte über um und uns unser unter vom von vor war waren warum was weil " +
      "wenn wer werden wie wieder wieso wird wir wo woher worauf würde zu zum zur bitte danke dir",
  ),
  fr: list(
    "à au aux avec ce ces cet cette c d dans de des du elle elles en est et eu il ils j je l la le les leur leurs lui m ma mais " +
      "me même mes moi mon n ne nos notre nous on ont ou où par pas plus pour pourquoi qu que quel quelle quelles quels qui s sa " +
      "sans se ses si son sont sur t ta te tes toi ton tu un une vos votre vous y était été être fait comme aussi très peut merci",
  ),
  es: list(
    "a al algo ante como con cual cuando de del desde donde dos el ella ellas ellos en entre era es esa ese eso esta este esto " +
      "estos fue ha han hasta hay la las le les lo los más me mi mis muy ni no nos nosotros o otra otro para pero por porque qué " +
      "que quien se ser si sí sin sobre son su sus también te tiene todo tu un una uno unos y ya yo cuál dónde está están gracias",
  ),
  it: list(
    "a ad agli ai al alla alle anche c che chi ci come con cosa cui da dal dalla degli dei del dell della delle di dove e ed era " +
      "essere fa gli ha hanno i il in io l la le lei lo loro lui ma mi mia mio ne negli nel nella non noi o ogni per perché più " +
      "quale quando quello questa questo qui se sei si sia sono su sua sulla suo tra fra tu un una uno voi è grazie",
  ),
};

/** True for words of any of the languages that say nothing about a subject. */
export function isFunctionWord(word: string): boolean {
  return languages.some((language) => functionWords[language].has(word));
}

/** Words people begin short wishes with; they tell the language where there are no function words. */
const wishWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: list("explain add check expand remind cancel use show tell shorten point section report"),
  de: list(
    "erkläre erklär ergänze prüfe prüf vertiefe erinnere storniere zeige sage kürze punkt abschnitt bericht quelle quellen",
  ),
  fr: list(
    "explique expliquez ajoute vérifie développe rappelle annule utilise montre raccourcis point deuxième rapport",
  ),
  es: list(
    "explica añade agrega comprueba revisa amplía recuérdame cancela usa muestra acorta punto segundo informe fuentes",
  ),
  it: list(
    "spiega aggiungi controlla ricontrolla approfondisci ricordami annulla usa mostra accorcia punto secondo relazione fonti",
  ),
};

/** The language a text is in, by its function words; a word of several languages counts less. English when none stands out. */
export function languageOf(text: string): Language {
  const words = wordsOf(text);
  const has = (language: Language, word: string) => functionWords[language].has(word) || wishWords[language].has(word);
  const score = (language: Language) =>
    words.reduce((sum, word) => {
      const shared = languages.filter((other) => has(other, word)).length;
      return sum + (has(language, word) ? 1 / shared : 0);
    }, 0);
  const scored = languages.map((language) => ({ language, score: score(language) }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.language ?? "en";
}
