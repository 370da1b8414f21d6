import type { JsonObject } from "../../contracts/json.ts";
import { onlyTalks } from "../../domain/routing/route-rules.ts";
import type { StandingWishes } from "../../domain/routing/standing-wish.ts";
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

/** True for a message that only sets or lifts rules, with no more than thanks beside them. */
export const asksNothing = (said: StandingWishes): boolean =>
  said.rest === "" || (setsRules(said) && onlyTalks(said.rest));

/**
 * What the person has to be told of a message: that it, or what stands beside a rule in it, comes to nothing, or that nobody
 * could read it. Null when there is nothing to be told.
 */
export function whyNothing(said: StandingWishes, became: Became): Nothing | null {
  if (became.is_unread === true) return { why: "unread", in_version: true };
  const why = asksNothing(said) ? null : reasonFor(said.rest, became);
  if (why === null) return null;
  return setsRules(said) ? { why, in_version: true } : { why };
}

const setsRules = ({ wishes, lifted }: StandingWishes): boolean => wishes.length + lifted.length > 0;

function reasonFor(text: string, { operations, stands_alone }: Became): "correction" | "no_operation" | null {
  if (operations !== null && operations.length > 0) return null;
  if (meansAnother(text) !== null || wantsBack(text)) return "correction";
  return operations === null && !stands_alone ? "no_operation" : null;
}
