import { isFault } from "../../errors/fault.ts";
import type { Language } from "../text/language.ts";
import { type Failing, type FailurePhrases, failureCodes } from "./failure-codes.ts";
import { de } from "./failure-phrases-de.ts";
import { en } from "./failure-phrases-en.ts";
import { es } from "./failure-phrases-es.ts";
import { fr } from "./failure-phrases-fr.ts";
import { it } from "./failure-phrases-it.ts";

/** Why something failed: a stable code, and what made it so where the code does not say what can be done about it. */
export type Failure = { readonly reason: string; readonly detail?: string };

const phrases: Readonly<Record<Language, FailurePhrases>> = { en, de, fr, es, it };

/**
 * A failure in words for whoever sent what failed, in their language: what went wrong, and what they can do. The code stays
 * in it, since whoever helps them asks for it.
 */
export function failureWords(failed: Exclude<Failing, "step">, why: Failure, language: Language): string {
  return sentences(phrases[language].begin[failed], why, phrases[language]);
}

/** The same of a step, by its title. The run that it belongs to can be done again as it is. */
export function stepFailureWords(title: string, why: Failure, language: Language): string {
  const { begin, retry } = phrases[language];
  const named = begin.step.replace("{title}", () => title);
  return `${sentences(named, why, phrases[language])} ${retry}`;
}

function sentences(begin: string, { reason, detail = "" }: Failure, { says, what, can }: FailurePhrases): string {
  const [wrong, remedy] =
    failureCodes[`${reason}/${detail}`] ?? failureCodes[reason] ?? (["unknown", "again"] as const);
  const values: Readonly<Record<string, string>> = { begin, what: what[wrong], reason, can: can[remedy] };
  return says.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

/** Why something failed, from what was thrown; `otherwise` names what has no code of its own. */
export function whyFailed(error: unknown, otherwise: string): Failure {
  if (!isFault(error)) return { reason: otherwise };
  const detail = error.details["reason"];
  return { reason: error.code, ...(detail === undefined ? {} : { detail: String(detail) }) };
}
