import type { JsonObject } from "../../contracts/json.ts";
import { canonicalJson } from "../digest.ts";

/** What one entry asks for, in order. */
export type Asked = { readonly operations: readonly JsonObject[] };

/**
 * Which entries of one fold came to nothing because a later one undid them. An entry is superseded by the first later
 * entry after which the brief is the same with and without it. The answer has the later entry's index, or null.
 */
export function supersededBy(
  brief: JsonObject,
  entries: readonly Asked[],
  apply: (brief: JsonObject, operation: JsonObject) => JsonObject,
): readonly (number | null)[] {
  return entries.map((entry, index) => {
    if (entry.operations.length === 0) return null;
    const before = entries.slice(0, index).reduce((b, other) => other.operations.reduce(apply, b), brief);
    let withIt = entry.operations.reduce(apply, before);
    let without = before;
    if (canonicalJson(withIt) === canonicalJson(without)) return null;
    for (let later = index + 1; later < entries.length; later += 1) {
      withIt = (entries[later]?.operations ?? []).reduce(apply, withIt);
      without = (entries[later]?.operations ?? []).reduce(apply, without);
      if (canonicalJson(withIt) === canonicalJson(without)) return later;
    }
    return null;
  });
}
