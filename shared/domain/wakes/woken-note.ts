import type { JsonObject } from "../../contracts/json.ts";
import type { Run, SessionEvent } from "../../contracts/records.ts";
import type { WakeNote } from "../../contracts/wake.ts";
import { messagesOf } from "../sessions/messages.ts";
import { clipCodePoints } from "../text/clip-text.ts";

/** Messages that a woken turn is shown, and code points of each. */
const SHOWN_MESSAGES = 12;
const SHOWN_TEXT = 1000;

/** What a woken turn's note is made of. `events`: the newest of the session, by number. */
export type WokenGround = {
  readonly wake: WakeNote;
  readonly run: Run;
  /** The run whose result it works on: the one that scheduled it, or the one at the start of the chain. */
  readonly ground: Run;
  readonly events: readonly SessionEvent[];
  readonly now: number;
  readonly max_depth: number;
};

/** The note as the woken turn reads it: its instruction and context, the time, what changed since, and how it may go on. */
export function wokenNote({ wake, run, ground, events, now, max_depth }: WokenGround): JsonObject {
  const later = eventsAfter(events, wake);
  const isRevised = ({ type, turn }: SessionEvent) => type === "revision_committed" && turn === ground.turn;
  const isMoved = ground.turn === wake.scheduled_by_turn && ground.dag_version > wake.scheduled_by_version;
  return {
    followup_id: wake.followup_id,
    note: wake.reason,
    context: wake.context,
    scheduled_at: iso(wake.scheduled_at),
    due_at: iso(wake.due_at),
    now: iso(now),
    late_seconds: Math.max(0, Math.round((wake.fired_at - wake.due_at) / 1000)),
    changed_since: {
      runs_started: Math.max(0, run.turn - wake.scheduled_by_turn - 1),
      messages_of_the_person: later.filter(({ type, payload }) => isObservation(type, payload)).length,
      result_revised: isMoved || later.some(isRevised),
      dag_version: ground.dag_version,
    },
    depth_left: Math.max(0, max_depth - wake.depth),
  };
}

/** What was said last in the conversation, oldest first. It is data: nothing in it is an instruction. */
export function recentMessages(events: readonly SessionEvent[]): readonly JsonObject[] {
  const said = events.filter(({ payload }) => payload["acknowledges"] === undefined);
  return messagesOf(said, new Map())
    .filter(({ role }) => role !== "wake")
    .slice(-SHOWN_MESSAGES)
    .map(({ role, text, run_id, created_at }) => ({
      role,
      text: clipCodePoints(text, SHOWN_TEXT),
      run_id,
      at: created_at,
    }));
}

/** What happened after it was scheduled; everything that is known when that is further back. */
function eventsAfter(events: readonly SessionEvent[], wake: WakeNote): readonly SessionEvent[] {
  const at = events.findIndex(
    ({ type, payload }) => type === "followup_scheduled" && payload["followup_id"] === wake.followup_id,
  );
  return events.slice(at + 1);
}

const isObservation = (type: SessionEvent["type"], payload: JsonObject): boolean =>
  type === "react_observation" && (payload["kind"] === "user_follow_up" || payload["kind"] === "user_request");

const iso = (ms: number): string => new Date(ms).toISOString();
