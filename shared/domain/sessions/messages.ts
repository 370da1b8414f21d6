import { runIdOf } from "../../contracts/ids.ts";
import type { Json, JsonObject } from "../../contracts/json.ts";
import type { MessageView } from "../../contracts/message.ts";
import type { Entry, SessionEvent } from "../../contracts/records.ts";
import { timestamp } from "../../contracts/timestamp.ts";

/**
 * What was said, by number: what a person sent, what a wake or a wake-up began with, messages and questions to the person, and deliveries
 * with what is shown of their artifact.
 * `states` tells of the entries that still wait, by event id.
 */
export function messagesOf(
  events: readonly SessionEvent[],
  states: ReadonlyMap<string, Entry["state"]>,
): readonly MessageView[] {
  return events.flatMap((event) => {
    const said = wordsOf(event);
    if (said === null) return [];
    return {
      id: event.id,
      session_id: event.session_id,
      run_id: runIdOf(event.session_id, event.turn),
      seq: event.seq,
      role: said.role,
      text: said.text,
      truncated: event.type === "delivery" && event.payload["truncated"] === true,
      state: states.get(event.id) ?? states.get(String(event.payload["acknowledges"] ?? "")) ?? "taken",
      disposition: objectOrNull(event.payload["disposition"]),
      artifact_id: stringOrNull(event.payload["artifact_id"]),
      source_ids: strings(event.payload["source_ids"]),
      created_at: timestamp(event.created_at),
    };
  });
}

/** Who speaks in what kind of observation: a person, an agent's own note that came due, or its wake-up at fixed times. */
const observers: Readonly<Record<string, MessageView["role"]>> = {
  user_follow_up: "user",
  user_request: "user",
  self_follow_up: "wake",
  wake_up: "system",
};

function wordsOf({ type, payload }: SessionEvent): { role: MessageView["role"]; text: string } | null {
  if (type === "react_observation") {
    const role = observers[String(payload["kind"])];
    return role === undefined ? null : { role, text: stringOrNull(payload["message"]) ?? "" };
  }
  const text = stringOrNull(payload["text"]);
  const isSaid = type === "message" || type === "delivery" || type === "question_opened";
  return isSaid && text !== null ? { role: "assistant", text } : null;
}

const stringOrNull = (value: Json | undefined): string | null => (typeof value === "string" ? value : null);

const strings = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

function objectOrNull(value: Json | undefined): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
