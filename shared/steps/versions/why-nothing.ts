import type { JsonObject } from "../../contracts/json.ts";
import { readYesNo } from "../../domain/questions/read-yes-no.ts";
import { asksAgain } from "../../domain/routing/again-words.ts";
import { onlyPolite } from "../../domain/routing/clean-words.ts";
import { onlyTalks } from "../../domain/routing/route-rules.ts";
import { type StandingWishes, setsRules } from "../../domain/routing/standing-wish.ts";
import { asksToStop } from "../../domain/routing/stop-words.ts";
import { meansAnother, wantsBack } from "../../domain/routing/take-back.ts";
import type { Unclear } from "./follow-up-policy.ts";

/** What of a message comes to nothing, or was not read. */
export type Nothing = Omit<Unclear, "index">;

/**
 * The operations that a message was read as; null when nothing fits it. `is_unread`: nobody could read it, and it was taken
 * as something to add.
 */
export type ReadAs = { readonly operations: readonly JsonObject[] | null; readonly is_unread?: true };

/** `stands_alone`: the message is a change also when no operation comes of it. */
type Became = ReadAs & { readonly stands_alone: boolean };

/** True when nothing can be done of what a message asks beside the rules that it sets: there is nothing, or it asks to stop. */
export const asksNothing = (said: StandingWishes): boolean =>
  said.rest === "" || (setsRules(said) && (isNothing(said.rest) || asksToStop(said.rest)));

/** True for marks and list numbers, thanks, a yes or no, and what is only said before a matter. */
const isNothing = (rest: string): boolean =>
  !/\p{L}/u.test(rest) || onlyTalks(rest) || readYesNo(rest, "") !== null || onlyPolite(rest);

/**
 * What the person has to be told of a message: that it, or what stands beside a rule in it, comes to nothing, or that nobody
 * could read it. Null when there is nothing to be told.
 */
export function whyNothing(said: StandingWishes, became: Became): Nothing | null {
  if (became.is_unread === true) return { why: "unread", in_version: true };
  if (setsRules(said) && asksToStop(said.rest)) return { why: "stop", in_version: true };
  const why = asksNothing(said) ? null : reasonFor(said.rest, became);
  if (why === null) return null;
  return setsRules(said) ? { why, in_version: true } : { why };
}

function reasonFor(text: string, { operations, stands_alone }: Became): "correction" | "no_operation" | null {
  if (operations !== null && operations.length > 0) return null;
  if (meansAnother(text) !== null || wantsBack(text)) return "correction";
  // The version that the rule makes does it once more.
  return operations === null && !stands_alone && !asksAgain(text) ? "no_operation" : null;
}
