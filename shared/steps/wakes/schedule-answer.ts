import type { ToolOutcome } from "../../agents/turn-tool.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Wake } from "../../contracts/wake.ts";
import type { ScheduleOutcome } from "./schedule-wake.ts";

/** How the result of a call is put: `now` in epoch milliseconds; `form` writes a wake the way the dialect does. */
export type AnswerForm = {
  readonly now: number;
  /** The time was slightly past and is now. */
  readonly moved: boolean;
  readonly form: (wake: Wake) => JsonObject;
};

/** What the model is told of a schedule call: what will happen, or what is allowed instead. */
export function scheduleAnswer(outcome: ScheduleOutcome, { now, moved, form }: AnswerForm): ToolOutcome {
  switch (outcome.kind) {
    case "scheduled":
      return say({ ...form(outcome.wake), ...(moved ? { note: "The time was slightly past and is now." } : {}) });
    case "already_scheduled":
      return earlierCall(outcome.wake, outcome.is_same, { now, form });
    case "already_pending":
      return say({ ...form(outcome.wake), note: pendingNote(outcome.wake) });
    case "cap_reached":
      return refuse(now, atCap(outcome.max), { pending: outcome.pending.map(shortForm) });
    case "too_deep":
      return refuse(
        now,
        `A chain of follow-ups may be at most ${outcome.max} long, and this turn is at its end. Answer with what you know now; a message of the person begins a new chain.`,
      );
    case "target_not_allowed":
      return refuse(now, targetText(outcome.allowed), { allowed_targets: outcome.allowed });
    case "too_large":
      return refuse(
        now,
        `context has ${outcome.bytes} bytes as JSON; at most ${outcome.max} are allowed. Keep ids and the next step, and leave out what can be looked up again.`,
      );
    case "unfit":
      return refuse(now, outcome.why);
    case "own_note":
    case "opted_out":
    case "session_closed":
    case "turn_over":
    case "chain_killed":
    case "tombstone":
    case "contended":
      return refuse(now, refusals[outcome.kind]);
  }
}

const refusals = {
  own_note:
    "That is the note you were woken for, word for word. Carry it out now. If the matter is still open after you looked, schedule again and say in the description what you found and what is left.",
  opted_out: "Self-scheduling is switched off for this agent.",
  session_closed: "This session is archived; nothing can be scheduled in it.",
  turn_over: "This turn was canceled or replaced meanwhile; nothing can be scheduled from it any more.",
  chain_killed:
    "An operator stopped this chain of follow-ups; it cannot go on. A message of the person begins a new one.",
  tombstone:
    "The follow-up with this dedup_key was cancelled while this turn was going on. It stays cancelled; a later turn may schedule it again.",
  contended: "It could not be scheduled just now. Make the same call once more.",
} as const;

const atCap = (max: number): string =>
  `At most ${max} follow-ups may be pending in this conversation. Cancel one that is not needed first.`;

function targetText(allowed: readonly string[]): string {
  if (allowed.length === 0) return "This agent may not wake any agent.";
  const rule = `This agent may wake ${allowed.join(", ")}.`;
  return allowed.includes("self") ? rule : `${rule} It schedules on behalf of others, never for itself.`;
}

/** An earlier attempt of this turn made this call; what it stored is what counts. */
function earlierCall(wake: Wake, isSame: boolean, { now, form }: Pick<AnswerForm, "now" | "form">): ToolOutcome {
  if (wake.status !== "scheduled")
    return refuse(now, `An earlier attempt of this turn scheduled it, and it is ${wake.status} since; it stays so.`);
  if (isSame) return say(form(wake));
  const note =
    "An earlier attempt of this turn scheduled this one instead; it stands. Cancel it if it is not wanted, and call again if something else is wanted as well.";
  return say({ ...form(wake), description: wake.reason, note });
}

const pendingNote = (wake: Wake): string =>
  wake.dedup_key === undefined
    ? `A follow-up for ${wake.target} is pending already; nothing new was scheduled.`
    : "A follow-up with this dedup_key is already pending; nothing new was scheduled.";

/** A pending wake in a list. */
export const shortForm = (wake: Wake): JsonObject => ({
  id: wake.followup_id,
  description: wake.reason,
  due_at: iso(wake.fires_at),
  target: wake.target,
});

/** What a tool answers when it did what was asked. */
export const say = (value: JsonObject): ToolOutcome => ({ ok: true, text: JSON.stringify(value) });

/** What a tool answers when nothing happened: why, what is allowed, and the time. */
export const refuse = (now: number, error: string, more: JsonObject = {}): ToolOutcome => ({
  ok: false,
  text: JSON.stringify({ error, now: iso(now), ...more }),
});

/** RFC 3339 in UTC. */
export const iso = (ms: number): string => new Date(ms).toISOString();
