import type { Json } from "../../../../shared/contracts/json.ts";
import { parseJson } from "../parse-json.ts";
import { isObject } from "../request-view.ts";

/** A follow-up as a scheduling tool tells of it. */
export type ToldFollowUp = {
  readonly id: string;
  readonly note: string;
  readonly due: string;
  readonly status: string;
};

/** Every follow-up a tool result tells of, whatever it is wrapped in. */
export function followUpsIn(text: string): readonly ToldFollowUp[] {
  return walk(parseJson(text));
}

/** What a refused call said. */
export function errorIn(text: string): string {
  const value = parseJson(text);
  const said = isObject(value) ? (value["error"] ?? value["message"]) : undefined;
  return typeof said === "string" ? said : text.trim().slice(0, 300);
}

/** A time as people read it, in UTC; as it was when it is no time. */
export function readable(time: string): string {
  const at = Date.parse(time);
  return Number.isNaN(at) ? time : `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function walk(value: Json | undefined): readonly ToldFollowUp[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => walk(item));
  if (!isObject(value)) return [];
  const id = value["followup_id"] ?? value["id"];
  if (typeof id !== "string") return Object.values(value).flatMap(walk);
  const text = (...keys: readonly string[]) =>
    keys.map((key) => value[key]).find((found) => typeof found === "string") ?? "";
  return [
    { id, note: text("description", "reason", "note"), due: text("due_at", "fires_at", "at"), status: text("status") },
  ];
}
