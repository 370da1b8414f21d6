import type { Json, JsonObject } from "../../../../shared/contracts/json.ts";
import type { AssistantTurn } from "../../converse-body.ts";
import { parseJson } from "../parse-json.ts";
import { callTools, isObject, type RequestView } from "../request-view.ts";
import type { Answer } from "./answer-question.ts";

/** A call as a person spells it out. */
type Call = { readonly name: string; readonly input: JsonObject };

const name = /\b(?:schedule_follow_up|schedule_followup|list_follow_ups|cancel_follow_up)\b/g;

/**
 * The turn of a message that spells out calls of scheduling tools, `cancel_follow_up(id="fu_…")` or
 * `schedule_follow_up {"in": "30m", …}`: makes them as they stand there, then tells what each of them returned. Undefined for
 * other messages, and for tools that are not offered.
 */
export function literalTurn(message: string, view: RequestView): AssistantTurn | Answer | undefined {
  const calls = callsIn(message).filter((call) => view.tools.some((tool) => tool.name === call.name));
  if (calls.length === 0) return undefined;
  const done = view.past.filter((past) => calls.some((call) => call.name === past.name));
  if (done.length === 0) return callTools(view, calls);
  return { text: done.map((past) => `${past.name}: ${past.text}`).join("\n"), rests_on: [], supported: true };
}

function callsIn(message: string): readonly Call[] {
  return [...message.matchAll(name)].flatMap((found) => {
    const rest = message.slice(found.index + found[0].length).trimStart();
    const input = /^[({]/.test(rest) ? argumentsIn(enclosed(rest)) : bare(found[0]);
    return input === undefined ? [] : [{ name: found[0], input }];
  });
}

/** Only what takes no arguments can be called without any. */
const bare = (called: string): JsonObject | undefined => (called === "list_follow_ups" ? {} : undefined);

/** From an opening bracket to the one that closes it, with both; brackets in quotes do not count. */
function enclosed(text: string): string {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[()[\]{}]/gs)) {
    if ("([{".includes(part)) depth += 1;
    else if (")]}".includes(part)) depth -= 1;
    if (depth === 0) return text.slice(0, index + 1);
  }
  return "";
}

/** `{…}`, `({…})`, or `(name=value, …)` with JSON values. */
function argumentsIn(text: string): JsonObject | undefined {
  const inner = text.startsWith("(") ? text.slice(1, -1).trim() : text;
  if (inner === "") return text === "" ? undefined : {};
  if (inner.startsWith("{")) {
    const value = parseJson(inner);
    return isObject(value) ? value : undefined;
  }
  const found: Record<string, Json> = {};
  for (const [, key = "", written = ""] of inner.matchAll(
    /(\w+)\s*=\s*("(?:[^"\\]|\\.)*"|\{(?:"(?:[^"\\]|\\.)*"|[^"{}])*\}|[\w.+-]+)/gs,
  )) {
    const value = parseJson(written.replace(/,\s*\}$/, "}"));
    if (value === undefined) return undefined;
    found[key] = value;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}
