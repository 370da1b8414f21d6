import type { JsonObject } from "../../contracts/json.ts";
import { needsNoFacts } from "../../domain/routing/route-rules.ts";
import type { StandingWishes } from "../../domain/routing/standing-wish.ts";
import { meansAnother, wantsBack } from "../../domain/routing/take-back.ts";
import type { Unclear } from "./follow-up-policy.ts";

/** What of a message comes to nothing. */
export type Nothing = Omit<Unclear, "index">;

/** What became of a message: its operations, null when nothing fits it; `stands_alone`: it is a change also without any. */
type Became = { readonly operations: readonly JsonObject[] | null; readonly stands_alone: boolean };

/**
 * Whether a message, or what stands beside a rule in it, comes to nothing, so that the person has to be told; null when it
 * does not. Thanks beside a rule need no word.
 */
export function whyNothing({ rest, wishes, lifted }: StandingWishes, became: Became): Nothing | null {
  const why = rest === "" ? null : reasonFor(rest, became);
  if (why === null) return null;
  if (wishes.length + lifted.length === 0) return { why };
  return needsNoFacts(rest) ? null : { why, beside_rule: true };
}

function reasonFor(text: string, { operations, stands_alone }: Became): Unclear["why"] | null {
  if (operations !== null && operations.length > 0) return null;
  if (meansAnother(text) !== null || wantsBack(text)) return "correction";
  return operations === null && !stands_alone ? "no_operation" : null;
}
