/*
 * What of a message asks to come back later, told sentence by sentence and clause by clause: "Add the risks, and remind me
 * tomorrow" asks for something now and for something later.
 */
import { cleanOf, withoutPoliteness } from "./clean-words.ts";
import { changes } from "./route-change-words.ts";
import { checks, happensAt, namesATime, reminds, schedules, tells } from "./route-time-words.ts";

/** A message in two: what it asks for now, and what it asks for later or of what is scheduled. Neither is empty. */
export type Parted = { readonly now: string; readonly later: string };

/** Characters of a message, and of a sentence, in which it is looked for; what is longer is material. */
const MAX_MESSAGE = 4_000;
const MAX_SENTENCE = 400;
/** What stands between sentences; one letter with a full stop is an abbreviation. */
const sentenceEnd = /((?<=[\p{L}\p{N}"”)]{2}[.!?;…]+)\s+|\n+)/u;
/** Where a clause may begin, with what stands between it and the one before. */
const clauseEnd = /\s*[,;:–—]\s+(?:(?:and|und|et|y|e|but|aber|mais|pero|ma)\s+)?|\s+(?:and|und|et|y|e)\s+/giu;
/** Leans on what is said beside it: "if they changed, …". */
const condition =
  /^(?:if|when|once|as soon as|wenn|falls|sobald|si|quand|des que|cuando|en cuanto|se|quando|appena)(?![\p{L}\d])/u;
const preposition =
  /^(?:at|on|by|in|after|before|um|am|im|nach|vor|a|en|apres|avant|al|despues|antes|alle|dopo|prima)\s/u;
const reportsBack =
  /^(?:(?:tell|let) me|report|sag mir|melde|berichte|gib mir|dis-moi|previens|informe|dime|avisame|informame|dimmi|avvisami|fammi)(?![\p{L}\d])/u;
const inTurn = /^(?:then|dann|puis|ensuite|luego|despues|poi)\s+/u;

/** Parts a message; null when all of it is for now, or nothing of it is a matter of its own. */
export function partLater(message: string): Parted | null {
  const parted = partSentences(message);
  return parted === null || !isMatter(parted.now) ? null : parted;
}

/** True when a message, or a part of it, asks to come back later or for something of what is scheduled. */
export const asksLater = (message: string): boolean =>
  message.length <= MAX_MESSAGE && (isLater(message) || partSentences(message) !== null);

/**
 * Parts a run's first words, of which nothing is scheduled yet; null when they do not ask to come back. When that is all
 * they ask, it is for now as well: something has to be there to come back to.
 */
export function partFirst(message: string): Parted | null {
  if (message.length > MAX_MESSAGE) return null;
  const parted = partSentences(message) ?? { now: message, later: message };
  return parted.later.split(sentenceEnd).some(comesBack) ? parted : null;
}

/** Null when one of the two parts would be empty. */
function partSentences(message: string): Parted | null {
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
  return later !== "" && /\p{L}/u.test(now) ? { now: now.trim(), later: later.trim() } : null;
}

/** `isBehind`: a sentence before it asked to come back. */
function partSentence(sentence: string, isBehind: boolean): Parted {
  if (sentence.length > MAX_SENTENCE) return { now: sentence, later: "" };
  const whole = isLater(sentence) || (isBehind && isPartOfLater(sentence));
  if (whole) return afterReminder(sentence) ?? { now: "", later: sentence };
  for (const { before, behind } of cutsOf(sentence).toReversed())
    if (isLater(behind) && !isLater(before) && !leansOnNext(before)) return { now: before, later: behind };
  return { now: sentence, later: "" };
}

/** "Remind me tomorrow, and add the risks": to remind somebody is no work, so a change that stands behind it is for now. */
function afterReminder(sentence: string): Parted | null {
  const cut = cutsOf(sentence).find(({ before }) => isReminder(before));
  return cut === undefined || !isChange(cut.behind) || isLater(cut.behind)
    ? null
    : { now: cut.behind, later: cut.before };
}

function isReminder(clause: string): boolean {
  const words = bareOf(clause);
  return begins(words, reminds) && !checks.test(words) && namesATime.test(words) && words.split(" ").length <= 5;
}

/** "If the price rises, remind me", "at nine tomorrow, check back": says when, and nothing of its own. */
function leansOnNext(clause: string): boolean {
  const words = bareOf(clause);
  return condition.test(words) || begins(words, namesATime) || (preposition.test(words) && namesATime.test(words));
}

/** "Tell me what changed", "if they did, …": said behind a wish to come back. Other work there is for now. */
function isPartOfLater(sentence: string): boolean {
  const words = bareOf(sentence);
  return condition.test(words) || (begins(words, checks) && reportsBack.test(words));
}

/** A name, a greeting or thanks is no matter to be routed. */
const isMatter = (text: string): boolean =>
  isChange(text) || (bareOf(text).match(/[\p{L}\p{N}']+/gu) ?? []).length >= 3;

function isChange(clause: string): boolean {
  const words = bareOf(clause);
  return changes.some(({ pattern }) => pattern.test(words));
}

const isLater = (clause: string): boolean => begins(bareOf(clause), schedules) || comesBack(clause);

/** It is asked for, not told of: the words for it begin the clause. */
function comesBack(clause: string): boolean {
  const words = bareOf(clause);
  if (begins(words, reminds)) return true;
  if (begins(words, namesATime)) return checks.test(words) || reminds.test(words);
  // "Tell me the forecast for next week" names a time that belongs to what it asks for now.
  return begins(words, checks) && happensAt.test(words) && !tells.test(words);
}

const bareOf = (clause: string): string => withoutPoliteness(withoutPoliteness(cleanOf(clause)).replace(inTurn, ""));

const begins = (words: string, pattern: RegExp): boolean => pattern.exec(words)?.index === 0;

/** Every way to cut a sentence in two between clauses, from the left. */
const cutsOf = (sentence: string): readonly { readonly before: string; readonly behind: string }[] =>
  [...sentence.matchAll(clauseEnd)].map(({ 0: between, index }) => ({
    before: sentence.slice(0, index),
    behind: sentence.slice(index + between.length),
  }));
