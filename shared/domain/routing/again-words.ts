import { foldedOf } from "./clean-words.ts";

const set = (line: string): ReadonlySet<string> => new Set(line.split(" "));

/** Words that ask for the same once more, or to go on. */
const again = set(
  "again anew afresh redo rerun re refresh retry regenerate repeat update continue proceed resume go " +
    "nochmal nochmals erneut neu aktualisiere aktualisieren wiederhole wiederholen weiter weitermachen fortfahren noch " +
    "encore nouveau refais refaites actualise actualisez recommence recommencez reessaie reessayez continue continuez poursuis repete " +
    "otra nuevo nuevamente actualiza repite rehaz reintenta reintentalo continua sigue adelante " +
    "nuovo nuovamente ancora aggiorna ripeti rifai riprova continua prosegui avanti",
);

/** Words that say nothing of their own beside those. */
const beside = set(
  "please try do run make write it this that them the whole report result results everything all once more on ahead with and now ok okay yes just over a time from scratch new newest latest current data sources figures numbers to up date can could you would " +
    "bitte versuch versuche versuchs es mach mache mal einmal das den die alles ganze bericht ergebnis ja und jetzt so von vorn vorne mit daten quellen zahlen neuen neuesten aktuellen kannst du fahre fahr fort " +
    "s'il te vous plait essaie essayez fais faites le la les tout rapport une fois de a oui et maintenant avec donnees sources chiffres vas allez y mets mettez jour " +
    "por favor intentalo hazlo haz lo el todo informe vez de si y ahora con los las datos fuentes cifras " +
    "per favore prova fallo fai il lo tutto rapporto relazione volta una di si e adesso con i dati fonti cifre vai",
);

/**
 * True for a message that does nothing but ask for the work once more, or for it to go on: "try again", "aktualisiere das
 * bitte". Nothing else has to be asked for: what is too old or was not done is then made.
 */
export function asksAgain(message: string): boolean {
  const words = foldedOf(message).match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.some((word) => again.has(word)) && words.every((word) => again.has(word) || beside.has(word));
}
