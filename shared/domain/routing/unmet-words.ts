import type { Language } from "../text/language.ts";

/** What is said of messages that changed nothing, or not surely what was meant; `{list}` is filled in. */
type UnmetPhrases = {
  readonly nothingChanged: string;
  readonly nothingFits: string;
  readonly besideRule: string;
  readonly forExample: string;
  readonly otherWords: string;
  readonly howToStop: string;
  readonly unread: string;
};

const phrases: Readonly<Record<Language, UnmetPhrases>> = {
  en: {
    nothingChanged: "Nothing was changed.",
    nothingFits: "Nothing was changed: that cannot be done here, or it is not clear what is meant.",
    besideRule:
      "What is to hold from now on is noted. The rest changes nothing: if it asks for something, that cannot be done here, or it is not clear what is meant.",
    forExample: "What can be done, for example: {list}",
    otherWords: "Say in other words what is to change.",
    howToStop:
      "A message stops nothing. To stop the work, cancel the run; to stop a follow-up that is planned, cancel that follow-up. To take back the last change, say “cancel that”.",
    unread:
      "The model could not read this, so it was taken as something to add. If you meant something else, say “cancel that”, and send it again later or in other words.",
  },
  de: {
    nothingChanged: "Es wurde nichts geändert.",
    nothingFits: "Es wurde nichts geändert: Das geht hier nicht, oder es ist nicht klar, was gemeint ist.",
    besideRule:
      "Was von jetzt an gelten soll, ist notiert. Der Rest ändert nichts: Falls er etwas verlangt, geht das hier nicht, oder es ist nicht klar, was gemeint ist.",
    forExample: "Was geht, zum Beispiel: {list}",
    otherWords: "Bitte sag mit anderen Worten, was anders werden soll.",
    howToStop:
      "Eine Nachricht hält nichts an. Brich den Lauf ab, um die Arbeit anzuhalten; um etwas Geplantes zu verhindern, brich das Geplante ab. Um die letzte Änderung zurückzunehmen, schreib „mach das rückgängig“.",
    unread:
      "Das Modell konnte das nicht lesen; es wurde als etwas aufgenommen, das dazukommen soll. Wenn etwas anderes gemeint war, schreib „mach das rückgängig“, und sende es später oder mit anderen Worten noch einmal.",
  },
  fr: {
    nothingChanged: "Rien n'a été changé.",
    nothingFits: "Rien n'a été changé : ce n'est pas possible ici, ou on ne sait pas ce que vous voulez dire.",
    besideRule:
      "Ce qui doit valoir désormais est noté. Le reste ne change rien : s'il demande quelque chose, ce n'est pas possible ici, ou on ne sait pas ce que vous voulez dire.",
    forExample: "Ce qui est possible, par exemple : {list}",
    otherWords: "Merci de dire autrement ce qui doit changer.",
    howToStop:
      "Un message n'arrête rien. Pour arrêter le travail, annulez l'exécution ; pour arrêter un suivi prévu, annulez ce suivi. Pour revenir sur le dernier changement, dites « annule ça ».",
    unread:
      "Le modèle n'a pas pu lire ce message ; il a été pris pour quelque chose à ajouter. Si vous vouliez dire autre chose, dites « annule ça », et renvoyez-le plus tard ou avec d'autres mots.",
  },
  es: {
    nothingChanged: "No se ha cambiado nada.",
    nothingFits: "No se ha cambiado nada: eso no se puede hacer aquí, o no está claro qué se quiere decir.",
    besideRule:
      "Lo que debe valer de ahora en adelante queda anotado. El resto no cambia nada: si pide algo, eso no se puede hacer aquí, o no está claro qué se quiere decir.",
    forExample: "Lo que se puede hacer, por ejemplo: {list}",
    otherWords: "Por favor, diga con otras palabras qué debe cambiar.",
    howToStop:
      "Un mensaje no detiene nada. Para detener el trabajo, cancele la ejecución; para detener un seguimiento previsto, cancele ese seguimiento. Para deshacer el último cambio, diga «deshaz eso».",
    unread:
      "El modelo no ha podido leer este mensaje; se ha tomado como algo que hay que añadir. Si quería decir otra cosa, diga «deshaz eso», y envíelo de nuevo más tarde o con otras palabras.",
  },
  it: {
    nothingChanged: "Non è stato cambiato nulla.",
    nothingFits: "Non è stato cambiato nulla: qui non si può fare, o non è chiaro che cosa si intende.",
    besideRule:
      "Quello che deve valere d'ora in poi è annotato. Il resto non cambia nulla: se chiede qualcosa, qui non si può fare, o non è chiaro che cosa si intende.",
    forExample: "Che cosa si può fare, per esempio: {list}",
    otherWords: "Per favore, dica con altre parole che cosa deve cambiare.",
    howToStop:
      "Un messaggio non ferma nulla. Per fermare il lavoro, annulli l'esecuzione; per fermare un seguito previsto, annulli quel seguito. Per ritirare l'ultima modifica, dica «annulla questo».",
    unread:
      "Il modello non ha potuto leggere questo messaggio; è stato preso come qualcosa da aggiungere. Se intendeva altro, dica «annulla questo», e lo invii di nuovo più tardi o con altre parole.",
  },
};

/** Said when nothing an agent does fits a wish. `can`: messages that it would do something with. */
export const nothingFits = (can: readonly string[], language: Language): string =>
  `${phrases[language].nothingFits} ${whatElse(can, phrases[language])}`;

/** The same of what a message asks beside a rule, which is set all the same. */
export const nothingFitsBeside = (can: readonly string[], language: Language): string =>
  `${phrases[language].besideRule} ${whatElse(can, phrases[language])}`;

const whatElse = (can: readonly string[], { forExample, otherWords }: UnmetPhrases): string =>
  can.length === 0 ? otherWords : forExample.replace("{list}", () => can.join(" · "));

/** Said of a wish that nobody could read, and that was added as it stands. */
export const addedUnread = (language: Language): string => phrases[language].unread;

/** Said to who asks to stop: what does that. */
export const howToStop = (language: Language): string => phrases[language].howToStop;

/** The same to who asks nothing else. */
export const onlyStops = (language: Language): string => `${phrases[language].nothingChanged} ${howToStop(language)}`;
