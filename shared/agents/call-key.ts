import type { JsonObject } from "../contracts/json.ts";
import { fingerprint } from "../domain/digest.ts";

/**
 * A key for one effect of a turn, the same whenever the turn is tried again and asks for the same: from the turn's own
 * key, the tool, its input whatever the order of its keys, and which of several equal calls it is. 32 hex characters.
 */
export function callKey(
  turnKey: string,
  call: { readonly tool: string; readonly input: JsonObject; readonly occurrence: number },
): string {
  return fingerprint([turnKey, call.tool, call.input, call.occurrence]);
}
