import { flat, phrases } from "../text/word-list.ts";
import { type TimeWish, timeIn } from "./time-words.ts";

/** What a message wants of the follow-ups of its conversation. */
export type ScheduleIntent =
  | { readonly kind: "schedule"; readonly when: TimeWish; readonly note: string; readonly rest: string }
  /** It wants to be reminded but does not say when. */
  | { readonly kind: "schedule_without_time" }
  | { readonly kind: "cancel"; readonly all: boolean; readonly text: string }
  | { readonly kind: "list" }
  | { readonly kind: "none" };

const comeBack = phrases(
  "check|re-check|recheck|look again|look back|look at|look into|take another look|remind|reminder|come back|get back to|follow up|follow-up|verify|ping me|tell me|let me know|report back|revisit|watch|monitor|see whether|see if|update me|notify|try again|" +
    "erinner*|pruf*|uberpruf*|schau*|sieh|sieh * nach|melde|meld|kontrollier*|komm * zuruck|sag mir|informier*|versuch*|nachsehen|nachschauen|" +
    "rappelle*|verifie*|regarde*|reviens|revenez|controle*|dis moi|dites moi|previens|informe moi|reessaie*|" +
    "recuerda*|comprueba*|revisa*|mira*|vuelve*|verifica*|avisa*|dime|informa*|intenta*|" +
    "ricorda*|ricontrolla*|controlla*|guarda*|torna*|verifica*|avvisa*|dimmi|fammi sapere|riprova*",
);
const remindOnly = phrases("remind me|reminder|check back|come back to|erinner*|rappelle*|recuerda*|ricorda*");
const cancelWords = phrases(
  "cancel*|abort|stop|drop|delete|remove|forget|never mind|no need to|don t|do not|dont|storniere*|losch*|brich * ab|abbrechen|vergiss|nicht mehr|annule*|supprime*|arrete*|oublie*|cancela*|anula*|borra*|olvida*|annulla*|elimina*|cancella*|dimentica*",
);
const followUpWords = phrases(
  "follow-up|follow-ups|follow up|followup|followups|reminder|reminders|remind me|check|checks|checking|check back|checking again|look again|scheduled|" +
    "erinnerung*|erinner*|wiedervorlage*|nachfassen|uberprufung|termin*|rappel|rappels|relance*|verification|recordatorio*|seguimiento*|comprobacion|promemoria|verifica|controllo|sollecit*",
);
const listWords = phrases(
  "which|what|list|show|pending|are there|do you have|welche|zeig*|gibt es|quels|quelles|liste*|montre*|cuales|que|lista*|muestra*|quali|elenca*|mostra*|fu_*",
);
const allWords = phrases("all|every|everything|alle|tous|toutes|todos|todas|tutti|tutte");

/** Reads what a message wants to be scheduled, cancelled or listed. `now` is the time of the conversation, if known. */
export function scheduleIntentOf(message: string, now: string | undefined): ScheduleIntent {
  const text = flat(message);
  if (cancelWords.test(text) && (followUpWords.test(text) || /\bfu_[0-9A-Z]{26}\b/.test(message)))
    return { kind: "cancel", all: allWords.test(text), text: message };
  const time = timeIn(message, now);
  if (time !== undefined && comeBack.test(text) && !isPast(text)) {
    const { note, rest } = split(message, time.from, time.to);
    return { kind: "schedule", when: time.wish, note, rest };
  }
  if (
    listWords.test(text) &&
    followUpWords.test(text) &&
    /follow|remind|pending|schedul|erinnerung|wiedervorlage|termin|rappel|relance|recordatorio|seguimiento|promemoria|sollecit/u.test(
      text,
    )
  )
    return { kind: "list" };
  return remindOnly.test(text) && !text.includes(" ? ") ? { kind: "schedule_without_time" } : { kind: "none" };
}

/** True when the message is about coming back later and nothing else has to be done for it now. */
export function isScheduling(message: string): boolean {
  const intent = scheduleIntentOf(message, undefined);
  return intent.kind !== "none";
}

/** "What did it say in 30 minutes?" asks about a text; only a wish looks ahead. */
function isPast(text: string): boolean {
  return (
    / (?:did|was|were|had|happened|hat|war|wurde|a ete|etait|hizo|fue|era|ha fatto) /.test(text) && text.includes(" ? ")
  );
}

/** The sentence with the time is the wish; what stands in others is said beside it. */
function split(message: string, from: number, to: number): { readonly note: string; readonly rest: string } {
  const start = Math.max(
    0,
    ...Array.from(message.slice(0, from).matchAll(/[.!?]\s+|\n/gu), (match) => match.index + match[0].length),
  );
  const end = /[.!?](?:\s|$)|\n/u.exec(message.slice(to));
  const stop = end === null ? message.length : to + end.index;
  const wish = `${message.slice(start, from)} ${message.slice(to, stop)}`;
  const rest = `${message.slice(0, start)} ${message.slice(Math.min(message.length, stop + 1))}`;
  return { note: tidyNote(wish), rest: rest.replace(/\s+/g, " ").trim() };
}

function tidyNote(wish: string): string {
  const bare = wish
    .replace(/\s+/g, " ")
    .replace(/\s+([,.;!?])/gu, "$1")
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/gu, "")
    .replace(
      /^(?:please|bitte|s'il (?:te|vous) plaît|por favor|per favore|can you|could you|kannst du|können sie|and|then|und|dann|et|puis|y|luego|e|poi)[\s,]+/iu,
      "",
    )
    .replace(/[\s,]+(?:please|bitte|s'il (?:te|vous) plaît|por favor|per favore)$/iu, "");
  return bare.charAt(0).toLocaleUpperCase() + bare.slice(1);
}
