import { readYesNo } from "../questions/read-yes-no.ts";
import { nounKind } from "../references/reference-words.ts";
import { behindVersion, numbersVersion, versionsMeant } from "../references/version-words.ts";
import { cleanOf, foldedOf, tidied, withoutPoliteness } from "./clean-words.ts";
import { dismisses, namesNoOther, returns, takesBack, undoes } from "./route-change-words.ts";
import { politeEnd } from "./route-words.ts";
import { asksToStop } from "./stop-words.ts";

/** With what is quoted, for that is what is taken back. */
const matterOf = (message: string): string => withoutPoliteness(tidied(foldedOf(message)));

/**
 * True for a message that does nothing but take back what was asked last: "cancel that". One that asks for anything beside
 * that, quotes something or names a version by its number ("go back to the first version") is a wish like any other.
 * "Never mind" takes back what is not done yet, so only when `isBusy`; what was delivered stays.
 */
export function isUndo(message: string, isBusy: boolean): boolean {
  return (undoes.test(matterOf(message)) && !numbersVersion(message)) || (isBusy && isDismissal(message));
}

/** True for a message that does nothing but let go of what was asked, or leave it: "never mind", "déjalo, gracias". */
export function isDismissal(message: string): boolean {
  return dismisses.test(matterOf(message));
}

/**
 * True for a message that begins with taking something back and does not end there: "undo the table", "go back to the start";
 * and for one that only wants everything to stop: neither is a wish for something more.
 */
export function wantsBack(message: string): boolean {
  const words = matterOf(message);
  if (asksToStop(message)) return true;
  return (takesBack.test(words) || returns.test(words)) && !isUndo(message, true);
}

/**
 * The version, among those that were delivered, that a message goes back to and nothing else: "go back to the first
 * version", "zurück zu Version 2, bitte". Null for other messages.
 */
export function goesBackTo(message: string, delivered: readonly number[]): number | null {
  const words = matterOf(message);
  const [meant, ...others] = versionsMeant(message, delivered);
  const isAll = politeEnd.test(behindVersion(words));
  return returns.test(words) && numbersVersion(message) && others.length === 0 && isAll ? (meant ?? null) : null;
}

/** True for a message that only says no: nothing that could be done, or added, follows from it. */
export const onlyRefuses = (message: string): boolean => readYesNo(message, "") === false;

/**
 * The noun of a message that does nothing but say that another was meant, without saying which: "no, the other one", "die
 * andere Tabelle". Empty without a noun; null for other messages.
 */
export function meansAnother(message: string): string | null {
  const words = withoutPoliteness(cleanOf(message))
    .replaceAll(/[\s,;:.!?…–-]+/gu, " ")
    .trim();
  const said = namesNoOther.exec(words);
  const noun = said?.[1]?.trim() ?? "";
  return said === null || (noun !== "" && nounKind(noun) === null) ? null : noun;
}
