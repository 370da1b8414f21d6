import type { Part } from "../../contracts/part.ts";
import type { Route, Verdict } from "../../contracts/records.ts";
import { resolveReferences } from "../references/reference.ts";
import { cardinalNumber, isDefinite, ordinalPosition } from "../references/reference-words.ts";
import { numbersVersion } from "../references/version-words.ts";
import { cleanOf, withoutPoliteness } from "./clean-words.ts";
import { changes, meansOther, returns, takesBack } from "./route-change-words.ts";
import { givesUp, holdsArticle, insteadWords, newGoal, otherMatter, research, wholeWork } from "./route-goal-words.ts";
import { checks, happensAt, namesATime, reminds, schedules, tells } from "./route-time-words.ts";
import { asksBack, doubts, explains, namesFurther, recalls, refuses, talk, talkBeside } from "./route-words.ts";
import { readStandingWishes, setsRules } from "./standing-wish.ts";
import { asksToStop } from "./stop-words.ts";
import { isDismissal, isUndo } from "./take-back.ts";

/** What the rules look at. */
export type RoutedMessage = {
  readonly message: string;
  readonly agent_kind: "specialised" | "general";
  /** Something was delivered that a question can be about. */
  readonly has_delivery: boolean;
  readonly parts: readonly Part[];
  /** Questions that wait for an answer; only whether there are any matters here. */
  readonly open_questions: readonly unknown[];
  /** The run goes on or waits for the person, or a change that was asked before it is still to be made. */
  readonly is_busy: boolean;
  /** A source comes with it. */
  readonly has_attachment?: boolean;
  /** Something is scheduled, which "cancel that" may be about. */
  readonly has_wakes?: boolean;
};

type Reason = { readonly route: Route; readonly reason: string };

/**
 * Routes a message when its words leave no doubt; null asks the model. A message that wants two different things is never
 * routed here, and neither is an answer to an open question.
 */
export function routeByRules(routed: RoutedMessage): Verdict | null {
  const words = cleanOf(routed.message);
  const bare = withoutPoliteness(words);
  if (routed.open_questions.length > 0) {
    return isCounterQuestion(routed.message)
      ? verdict({ route: "direct_answer", reason: "it asks what an open question means" })
      : null;
  }
  if (recalls.test(bare)) return verdict({ route: "direct_answer", reason: "it asks what was said before" });
  if (asksToStop(routed.message)) return verdict({ route: "revise_run", reason: "it asks to stop" });
  if (routed.has_attachment === true) {
    return verdict(goalOf(bare, routed) ?? { route: "revise_run", reason: "it brings a new source" });
  }
  const isDropped = isDismissal(routed.message) && !routed.is_busy;
  if (isDropped || isTalk(words)) return verdict({ route: "direct_answer", reason: "it needs no work" });
  const [only, ...others] = reasonsOf(bare, routed);
  if (only === undefined || others.length > 0) return null;
  // What is wished for a time may have to wait until then: "add the June numbers next Monday".
  return only.route !== "direct_answer" && happensAt.test(bare) ? null : verdict(only);
}

/** True for a message that the rules know to ask for something, also where they leave it to the model what that is. */
export function isKnownWish(routed: RoutedMessage): boolean {
  return routeByRules(routed) !== null || reasonsOf(withoutPoliteness(cleanOf(routed.message)), routed).length > 0;
}

function reasonsOf(bare: string, routed: RoutedMessage): readonly Reason[] {
  const goal = goalOf(bare, routed);
  const reasons = [timeOf(bare), goal, explanationOf(bare, routed), goal ? null : wishOf(bare, routed)];
  return reasons.filter((reason) => reason !== null);
}

/** True for a message that asks what a question of ours means. */
export function isCounterQuestion(message: string): boolean {
  const words = cleanOf(message);
  return asksBack.test(words) || asksBack.test(withoutPoliteness(words));
}

/**
 * True for a message that asks for facts, in whatever way it is routed. A wish in the form of a question ("can you translate
 * it?"), and a question with a wish behind it, are none.
 */
export function asksForFacts(message: string): boolean {
  const words = cleanOf(message);
  const bare = withoutPoliteness(words);
  if (alsoChanges(bare) !== null) return false;
  const isMarked = words === bare && bare.endsWith("?");
  return isMarked || explains.test(bare) || namesFurther.test(bare) || asks(bare);
}

function verdict({ route, reason }: Reason): Verdict {
  return { route, reason, by: "rules" };
}

/**
 * True for talk and for what is scheduled or put off: to answer it nothing has to be known of the result. "Tell me the
 * forecast for next week" has a time in it, and asks for facts.
 */
export function needsNoFacts(message: string): boolean {
  const words = cleanOf(message);
  if (isTalk(words) || isDismissal(message)) return true;
  const bare = withoutPoliteness(words);
  // "Can you remind me tomorrow?" is a wish in the form of a question.
  const isAsked = words.includes("?") && words === bare;
  return !isAsked && isForLater(bare);
}

function isForLater(words: string): boolean {
  if (schedules.test(words) || reminds.test(words)) return true;
  return happensAt.test(words) && !tells.test(words) && (checks.test(words) || isChange(words));
}

/** True for thanks, praise or a farewell, and nothing else. */
export const onlyTalks = (message: string): boolean => isTalk(cleanOf(message));

/** Thanks, praise, a farewell: every word of it says only that, and none of it is denied. */
function isTalk(words: string): boolean {
  const all = words.match(/[\p{L}\p{N}']+/gu) ?? [];
  if (all.length === 0 || all.length > 10 || words.endsWith("?") || refuses.test(words)) return false;
  return all.some((word) => talk.has(word)) && all.every((word) => talk.has(word) || talkBeside.has(word));
}

/** To come back later is promised in a turn that talks, with the scheduling tools at hand. */
function timeOf(words: string): Reason | null {
  const route = "direct_answer";
  if (schedules.test(words)) return { route, reason: "it asks about what is scheduled" };
  const isLater = reminds.test(words) || (checks.test(words) && namesATime.test(words));
  return isLater ? { route, reason: "it asks to come back later" } : null;
}

/** Another goal is a new run of a general agent. A specialised one only has its deliverable: another topic changes that. */
function goalOf(words: string, routed: RoutedMessage): Reason | null {
  const instead = withoutPoliteness(givesUp.exec(words)?.[1] ?? "");
  if (routed.agent_kind === "specialised") {
    const isOther = [words, instead].some((asked) => otherMatter.test(asked) || newGoal.test(asked));
    const isWork = looksInto(instead, routed) || isWorkOfItsOwn(instead, routed);
    return isOther || isWork || isChange(instead) ? { route: "revise_run", reason: "it sets another topic" } : null;
  }
  // What is put in place of what is given up may also be a change of the same: "forget that, add the risks".
  const isAnother = !isChange(instead) && (setsGoal(instead, routed) || looksInto(instead, routed));
  return isAnother || setsGoal(words, routed) ? { route: "new_run", reason: "it sets a new goal" } : null;
}

function setsGoal(words: string, routed: RoutedMessage): boolean {
  const isOther = otherMatter.test(words) && insteadWords.test(words);
  return newGoal.test(words) || isOther || isWorkOfItsOwn(words, routed);
}

/** Research of something that is no part of the result. */
function looksInto(words: string, { message, parts }: RoutedMessage): boolean {
  return research.test(words) && resolveReferences(message, parts).parts.length === 0;
}

function isChange(words: string): boolean {
  return changes.some(({ pattern }) => pattern.test(words));
}

/** "Write a report on whales", and not "write a summary of the third point" or "of the two options", which are of the result. */
function isWorkOfItsOwn(words: string, { message, parts }: RoutedMessage): boolean {
  const [, about = "", first = "", second = ""] = wholeWork.exec(words) ?? [];
  if (about === "") return false;
  const counted = isDefinite(first) ? second : first;
  const hasArticle = isDefinite(first) || holdsArticle.test(about);
  const isPointed = ordinalPosition(counted) !== null || (hasArticle && cardinalNumber(counted) !== null);
  return !isPointed && resolveReferences(message, parts).parts.length === 0;
}

/** A question about the result; without a result there is nothing to explain. */
function explanationOf(words: string, { has_delivery }: RoutedMessage): Reason | null {
  if (!has_delivery) return null;
  if (explains.test(words)) return { route: "direct_answer", reason: "it asks about the existing result" };
  return doubts.test(words) && !asksToCorrect(words)
    ? { route: "direct_answer", reason: "it doubts the existing result or does not understand it" }
    : null;
}

/** What has to be done anew, or from now on. */
function wishOf(words: string, routed: RoutedMessage): Reason | null {
  const route = "revise_run";
  if (setsRules(readStandingWishes(routed.message)))
    return { route, reason: "it sets a rule for everything from now on" };
  const corrects = meansOther.test(words);
  if (routed.has_wakes === true && (corrects || takesBack.test(words))) return null;
  if (corrects || isUndo(routed.message, routed.is_busy))
    return { route, reason: "it takes back or corrects what was asked last" };
  if (returns.test(words) && numbersVersion(routed.message)) return { route, reason: "it goes back to a version" };
  return changeOf(words, routed);
}

/** "Why is it longer?" has a word of change, and is a question: such a word only counts when nothing is being asked. */
function changeOf(words: string, { message, parts, has_delivery }: RoutedMessage): Reason | null {
  const isQuestion = explains.test(words) && !/(?:in|with|mit|en|con) (?:more|mehr|plus de|mas|piu) /.test(words);
  if (isQuestion) return alsoChanges(words);
  const found = changes.find(({ pattern }) => pattern.test(words));
  if (found && !asks(words)) return { route: "revise_run", reason: found.reason };
  const pointed = () => resolveReferences(message, parts).parts.length > 0;
  if (isDetail(words) && pointed()) return { route: "revise_run", reason: "it asks to go deeper into a part" };
  if (namesFurther.test(words) && has_delivery && !pointed())
    return { route: "revise_run", reason: "it asks about something further" };
  return null;
}

/** A question with a wish behind it: "Why is that? And make it a table." */
function alsoChanges(words: string): Reason | null {
  const clauses = words.split(/[.?!;]\s*|,? (?:and|und|et|y|e) (?:then |dann |puis |luego |poi )?/u).slice(1);
  const found = clauses.flatMap((clause) =>
    changes.filter(({ pattern }) => pattern.test(withoutPoliteness(clause.trim()))),
  );
  return found[0] ? { route: "revise_run", reason: found[0].reason } : null;
}

/** "That is not right, please fix it" doubts, and wants a change. */
function asksToCorrect(words: string): boolean {
  return isChange(words) && !asks(words);
}

/** Questions that are no requests: the model tells whether the result holds the answer. */
function asks(words: string): boolean {
  return /^(?:what|which|how|is|are|was|were|does|do|did|has|have|who|when|where|was|welche[rs]?|wie|ist|sind|wer|wann|wo|quel\w*|combien|est-ce|qui|quand|que|cual\w*|cuant\w*|es|quien|cuando|quale|quanto|quanti|chi|quando)(?![\p{L}\d])/u.test(
    words,
  );
}

function isDetail(words: string): boolean {
  return /(?:in (?:more|greater) detail|more closely|im detail|genauer|plus en detail|con mas detalle|piu in dettaglio)/.test(
    words,
  );
}
