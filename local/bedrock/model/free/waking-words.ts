import { stemOf } from "../text/stems.ts";

/** Words that say that somebody comes back to something, and nothing about what it is. */
const stems = new Set(
  (
    "check again look back remind reminder remember verify revisit return follow followup report tell know see whether changed change still update later " +
    "prüf prüfe erneut nochmal schau erinnere erinnerung überprüfe melde daran geändert nachsehen zurück " +
    "vérifie regarde rappelle rappel reviens contrôle changé encore comprueba revisa recuerda recuérdame vuelve mira cambiado " +
    "controlla ricontrolla ricorda ricordami torna guarda cambiato"
  )
    .split(" ")
    .map(stemOf),
);

/** True for a word that only says that somebody comes back. */
export function isAboutWaking(word: string): boolean {
  return stems.has(stemOf(word));
}
