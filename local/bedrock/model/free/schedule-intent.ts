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
  "cancel*|abort|stop|drop|delete|remove|forget|never mind|no need to|don t|do not|dont|storniere*|losch*|sag * ab|sage * ab|sag die * ab|sag den * ab|sag das * ab|absagen|brich * ab|abbrechen|vergiss|nicht mehr|annule*|supprime*|arrete*|oublie*|cancela*|anula*|borra*|olvida*|annulla*|elimina*|cancella*|dimentica*",
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
  if (time !== undefined && looksAhead(message, time.from, time.to)) {
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

/** A wish to come back stands in the same sentence as the time. "What did it say in 30 minutes?" asks about a text. */
function looksAhead(message: string, from: number, to: number): boolean {
  const sentence = sentenceAround(message, from, to);
  const text = flat(message.slice(sentence.from, sentence.to));
  const asksAboutPast =
    text.includes(" ? ") &&
    / (?:did|was|were|had|happened|hat|war|wurde|a ete|etait|hizo|fue|era|ha fatto) /.test(text);
  return (comeBack.test(text) || isPutOff(message, from, to)) && !asksAboutPast;
}

/** A wish that has its time in front, "in 30 minutes, make it a table", or at its very end, "recalculate it tomorrow". */
function isPutOff(message: string, from: number, to: number): boolean {
  const sentence = sentenceAround(message, from, to);
  const [before, behind] = [message.slice(sentence.from, from).trim(), message.slice(to, sentence.to).trim()];
  const isInFront = before === "" && /^,\s*\p{L}/u.test(behind);
  const isAtEnd =
    /(?<!\p{L})(?:it|this|that|das|es|ça|ca|cela|esto|eso|questo)$/iu.test(before) && /^[.!]*$/.test(behind);
  return (isInFront || isAtEnd) && !behind.endsWith("?");
}

type Split = { readonly note: string; readonly rest: string };

/** The clause with the time and what follows it is the wish; other sentences, and clauses before that want something else, stand beside it. */
function split(message: string, from: number, to: number): Split {
  const sentence = sentenceAround(message, from, to);
  const before = message
    .slice(sentence.from, from)
    .replace(/\s*(?:at|on|by|until|um|am|bis|à|le|a las|el|alle|il)\s*$/iu, " ");
  const clauses = before.split(/,\s+|\s+(?=(?:and|then|und|dann|et|puis|y|luego|e|poi)\s)/iu);
  const first = clauses.findIndex((clause) => comeBack.test(flat(clause)));
  const cut = Math.max(0, first);
  const rest = [message.slice(0, sentence.from), ...clauses.slice(0, cut), message.slice(sentence.to)].join(" ");
  return {
    note: tidyNote([...clauses.slice(cut), message.slice(to, sentence.to)].join(" ")),
    rest: rest.replace(/\s+/g, " ").trim(),
  };
}

function sentenceAround(message: string, from: number, to: number): { readonly from: number; readonly to: number } {
  const ends = Array.from(message.slice(0, from).matchAll(/[.!?]\s+|\n/gu), (match) => match.index + match[0].length);
  const end = /[.!?](?:\s|$)|\n/u.exec(message.slice(to));
  return { from: Math.max(0, ...ends), to: end === null ? message.length : to + end.index + 1 };
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
