import type { EventId, SessionId } from "../../contracts/ids.ts";
import type { Json, JsonObject } from "../../contracts/json.ts";
import { type ClosedEntry, type Entry, entrySpan, type SessionEvent } from "../../contracts/records.ts";

/** What is said at once to a person who sent something: before anything is planned. */
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

/** What is answered at once to a follow-up. */
export const followUpAcknowledgement = replies.follow_up.acknowledgement;

/** How an entry left the mailbox. */
type Ending = Pick<ClosedEntry, "verdict" | "disposition">;

/**
 * The events that an entry stands for, by number: for what a person sent the observation, the acknowledgement and the
 * progress line, for a wake the observation alone. Without `ending` it still waits; its events are the same before and
 * after, but for the disposition.
 */
export function entryEvents(sessionId: SessionId, entry: Entry, ending?: Ending): readonly SessionEvent[] {
  const observed: SessionEvent = {
    id: entry.event_id,
    session_id: sessionId,
    seq: entry.seq,
    turn: entry.turn,
    type: "react_observation",
    payload: observation(sessionId, entry, ending),
    created_at: entry.received_at,
  };
  if (entry.kind === "wake") return [observed];
  const reply = replies[entry.kind];
  return [
    observed,
    {
      ...observed,
      id: laterId(entry.event_id, 1),
      seq: entry.seq + 1,
      type: "message",
      payload: { role: "assistant", text: reply.acknowledgement, acknowledges: entry.event_id },
    },
    {
      ...observed,
      id: laterId(entry.event_id, entrySpan(entry.kind) - 1),
      seq: entry.seq + entrySpan(entry.kind) - 1,
      type: "progress",
      payload: { phase: reply.phase, message: reply.progress, session_id: sessionId },
      created_at: entry.received_at + 1,
    },
  ];
}

function observation(sessionId: SessionId, entry: Entry, ending: Ending | undefined): JsonObject {
  const verdict = ending?.verdict ?? entry.verdict;
  const optional: Record<string, Json> = {};
  if (entry.origin.type === "wake") optional["followup_id"] = entry.origin.followup_id;
  if (entry.text_elsewhere === true) optional["truncated"] = true;
  if (entry.source_ids !== undefined && entry.source_ids.length > 0) optional["source_ids"] = entry.source_ids;
  if (entry.answers !== undefined) optional["answers"] = entry.answers;
  if (verdict !== undefined) optional["verdict"] = verdict;
  if (ending !== undefined) optional["disposition"] = ending.disposition;
  return {
    kind: observedAs(entry),
    message: entry.text,
    session_id: sessionId,
    received_at: new Date(entry.received_at).toISOString(),
    ...optional,
  };
}

/** Who spoke. What a machine started is nobody's words. */
function observedAs({ kind, origin }: Entry): string {
  if (kind === "wake") return "self_follow_up";
  return origin.type === "system" ? "wake_up" : replies[kind].kind;
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
