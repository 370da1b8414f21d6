/*
 * What of a message asks to come back later, told sentence by sentence and clause by clause: "Add the risks, and remind me
 * tomorrow" asks for something now and for something later.
 */
import { cleanOf, withoutPoliteness } from "./clean-words.ts";
import { checks, namesATime, reminds, schedules } from "./route-time-words.ts";

/** A message in two: what it asks for now, and what it asks for later or of what is scheduled. Neither is empty. */
export type Parted = { readonly now: string; readonly later: string };

/** Characters of a message, and of a sentence, in which it is looked for; what is longer is material. */
const MAX_MESSAGE = 4_000;
const MAX_SENTENCE = 400;
/** What stands between sentences; one letter with a full stop is an abbreviation. */
const sentenceEnd = /((?<=[\p{L}\p{N}"”)]{2}[.!?;…]+)\s+|\n+)/u;
/** Where a clause may begin, with what stands between it and the one before. */
const clauseEnd = /\s*[,;:–—]\s+(?:(?:and|und|et|y|e|but|aber|mais|pero|ma)\s+)?|\s+(?:and|und|et|y|e)\s+/giu;
/** Belongs to what was said before: "tell me what changed", "if it did, …". */
const goesOn = /^(?:if|when|wenn|falls|si|quand|cuando|se|quando)(?![\p{L}\d])/u;
const inTurn = /^(?:then|dann|puis|ensuite|luego|despues|poi)\s+/u;

/** Parts a message; null when all of it is for now, or all for later. */
export function partLater(message: string): Parted | null {
  if (message.length > MAX_MESSAGE) return null;
  const pieces = message.split(sentenceEnd);
  let now = "";
  let later = "";
  for (let at = 0; at < pieces.length; at += 2) {
    const between = pieces[at + 1] ?? "";
    const parted = partSentence(pieces[at] ?? "", later !== "");
    if (parted.now !== "") now += parted.now + between;
    if (parted.later !== "") later += parted.later + between;
  }
  const isMixed = later !== "" && /[\p{L}\p{N}]/u.test(now);
  return isMixed ? { now: now.trim(), later: later.trim() } : null;
}

/** True when a message, or a part of it, asks to come back later or for something of what is scheduled. */
export const asksLater = (message: string): boolean =>
  message.length <= MAX_MESSAGE && (isLater(message) || partLater(message) !== null);

/**
 * Parts a run's first words, of which nothing is scheduled yet; null when they do not ask to come back. When that is all
 * they ask, it is for now as well: something has to be there to come back to.
 */
export function partFirst(message: string): Parted | null {
  if (message.length > MAX_MESSAGE) return null;
  const parted = partLater(message) ?? { now: message, later: message };
  return parted.later.split(sentenceEnd).some(comesBack) ? parted : null;
}

/** `isBehind`: a sentence before it asked to come back. */
function partSentence(sentence: string, isBehind: boolean): Parted {
  if (sentence.length > MAX_SENTENCE) return { now: sentence, later: "" };
  const whole = isLater(sentence) || (isBehind && isPartOfLater(sentence));
  if (whole) return afterReminder(sentence) ?? { now: "", later: sentence };
  for (const { before, behind } of cutsOf(sentence).toReversed())
    if (isLater(behind) && !isLater(before)) return { now: before, later: behind };
  return { now: sentence, later: "" };
}

/** "Remind me tomorrow, and add the risks": to remind somebody is no work, so what stands behind it is for now. */
function afterReminder(sentence: string): Parted | null {
  const cut = cutsOf(sentence).find(({ before }) => isReminder(before));
  return cut === undefined || isLater(cut.behind) ? null : { now: cut.behind, later: cut.before };
}

function isReminder(clause: string): boolean {
  const words = bareOf(clause);
  return begins(words, reminds) && !checks.test(words) && namesATime.test(words) && words.split(" ").length <= 5;
}

const isPartOfLater = (sentence: string): boolean => {
  const words = bareOf(sentence);
  return goesOn.test(words) || begins(words, checks);
};

const isLater = (clause: string): boolean => begins(bareOf(clause), schedules) || comesBack(clause);

/** It is asked for, not told of: the words for it begin the clause. */
function comesBack(clause: string): boolean {
  const words = bareOf(clause);
  if (begins(words, reminds)) return true;
  return (begins(words, checks) || begins(words, namesATime)) && checks.test(words) && namesATime.test(words);
}

const bareOf = (clause: string): string => withoutPoliteness(withoutPoliteness(cleanOf(clause)).replace(inTurn, ""));

const begins = (words: string, pattern: RegExp): boolean => pattern.exec(words)?.index === 0;

/** Every way to cut a sentence in two between clauses, from the left. */
const cutsOf = (sentence: string): readonly { readonly before: string; readonly behind: string }[] =>
  [...sentence.matchAll(clauseEnd)].map(({ 0: between, index }) => ({
    before: sentence.slice(0, index),
    behind: sentence.slice(index + between.length),
  }));
