import type { EventId, SessionId } from "../contracts/ids.ts";
import type { Json, JsonObject } from "../contracts/json.ts";
import type { Disposition, Entry, SessionEvent } from "../contracts/records.ts";

/**
 * An event as it is stored. What a person sent is one item of `span` 3: the observation, the acknowledgement and the
 * progress line, at three numbers in a row. {@link expandEvent} makes the three of it.
 */
export type StoredEvent = SessionEvent & { readonly span?: number };

/** What is said at once to a person who sent something (sources/agents-follow-ups-for-real, "Follow-up Entry"). */
const replies = {
  follow_up: {
    kind: "user_follow_up",
    acknowledgement: "Follow-up received. The system will continue using the previous result and current context.",
    phase: "react_revision",
    progress: "Updating the execution plan with the new input.",
  },
  start_run: {
    kind: "user_request",
    acknowledgement: "Request received. The system will plan the work and start.",
    phase: "planning",
    progress: "Planning the work.",
  },
} as const;

/** How many event numbers an entry takes: 3 for what a person sent, 1 for a wake, which gets no acknowledgement. */
export function entrySpan(kind: Entry["kind"]): number {
  return kind === "wake" ? 1 : 3;
}

/**
 * The one event item that an entry becomes, with its own id and number. `disposition` is how it ended; while it waits
 * there is none.
 */
export function entryEvent(sessionId: SessionId, entry: Entry, disposition?: Disposition): StoredEvent {
  return {
    id: entry.event_id,
    session_id: sessionId,
    seq: entry.seq,
    turn: entry.turn,
    type: "react_observation",
    payload: observation(sessionId, entry, disposition),
    created_at: entry.received_at,
    span: entrySpan(entry.kind),
  };
}

function observation(sessionId: SessionId, entry: Entry, disposition: Disposition | undefined): JsonObject {
  const kind = entry.kind === "wake" ? "self_follow_up" : replies[entry.kind].kind;
  const optional: Record<string, Json> = {};
  if (entry.origin.type === "wake") optional["followup_id"] = entry.origin.followup_id;
  if (entry.text_elsewhere === true) optional["truncated"] = true;
  if (entry.source_ids !== undefined && entry.source_ids.length > 0) optional["source_ids"] = entry.source_ids;
  if (entry.answers !== undefined) optional["answers"] = entry.answers;
  if (entry.verdict !== undefined) optional["verdict"] = entry.verdict;
  if (disposition !== undefined) optional["disposition"] = disposition;
  return {
    kind,
    message: entry.text,
    session_id: sessionId,
    received_at: new Date(entry.received_at).toISOString(),
    ...optional,
  };
}

/** The events that a stored item stands for, by number. Waiting and folded entries go through here alike. */
export function expandEvent({ span, ...event }: StoredEvent): readonly SessionEvent[] {
  if (span !== 3) return [event];
  const reply = event.payload["kind"] === replies.start_run.kind ? replies.start_run : replies.follow_up;
  return [
    event,
    {
      ...event,
      id: laterId(event.id, 1),
      seq: event.seq + 1,
      type: "message",
      payload: { role: "assistant", text: reply.acknowledgement, acknowledges: event.id },
    },
    {
      ...event,
      id: laterId(event.id, 2),
      seq: event.seq + 2,
      type: "progress",
      payload: { phase: reply.phase, message: reply.progress, session_id: event.session_id },
      created_at: event.created_at + 1,
    },
  ];
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The id `steps` after this one, so that the same entry always gives the same three ids. */
function laterId(id: EventId, steps: number): EventId {
  const characters = [...id];
  let carry = steps;
  for (let at = characters.length - 1; carry > 0 && at >= "evt_".length; at -= 1) {
    const value = alphabet.indexOf(characters[at] ?? "0") + carry;
    characters[at] = alphabet.charAt(value % alphabet.length);
    carry = Math.floor(value / alphabet.length);
  }
  return characters.join("");
}
