import type { TurnTool } from "../agents/turn-tool.ts";
import { type ToolOutcome, turnTool } from "../agents/turn-tool.ts";
import { FollowupId } from "../contracts/ids.ts";
import type { Json, JsonObject } from "../contracts/json.ts";
import type { Wake } from "../contracts/wake.ts";
import { atTime, inTime, type WakeTime, wakeTimeRules, whenTime } from "../domain/wake-time.ts";
import type { Ports } from "../ports/ports.ts";
import {
  CancelFollowUpInput,
  ListFollowUpsInput,
  ScheduleFollowUpInput,
  ScheduleFollowupInput,
  toolDescriptions,
} from "../tools/schedule-follow-up.ts";
import { cancelWake } from "./cancel-wake.ts";
import { type ScheduleOutcome, type Scheduler, scheduleWake } from "./schedule-wake.ts";

/** The scheduling tools of a turn, in the agent's dialect; none when the agent opted out. */
export function schedulingTools(ports: Ports, by: Scheduler): readonly TurnTool[] {
  const settings = by.agent.follow_ups;
  if (!settings.enabled) return [];
  const schedule = settings.dialect === "schedule_followup" ? scheduleFollowup(ports, by) : scheduleFollowUp(ports, by);
  return [schedule, listFollowUps(ports, by), cancelFollowUp(ports, by)];
}

function scheduleFollowUp(ports: Ports, by: Scheduler): TurnTool {
  return turnTool({
    name: "schedule_follow_up",
    description: toolDescriptions.schedule_follow_up,
    input: ScheduleFollowUpInput,
    run: async (input, call) => {
      const now = ports.clock.now();
      const time = input.in === undefined ? atTime(input.at ?? "", now) : inTime(input.in, now);
      if (time.kind === "refused") return badTime(time, [wakeTimeRules.in, wakeTimeRules.at], now);
      const { description: reason, context, target, dedup_key, in: delay, at } = input;
      const outcome = await scheduleWake(
        ports,
        by,
        request({ reason, context, target, dedup_key, when: delay ?? at ?? "", key: call.key }, time.at, by),
      );
      return scheduled(outcome, time.moved, now, (wake) => ({
        id: wake.followup_id,
        due_at: iso(wake.fires_at),
        status: wake.status,
      }));
    },
  });
}

function scheduleFollowup(ports: Ports, by: Scheduler): TurnTool {
  return turnTool({
    name: "schedule_followup",
    description: toolDescriptions.schedule_followup,
    input: ScheduleFollowupInput,
    run: async (input, call) => {
      const now = ports.clock.now();
      const time = whenTime(input.when, now);
      if (time.kind === "refused") return badTime(time, [wakeTimeRules.when], now);
      const outcome = await scheduleWake(ports, by, request({ ...input, key: call.key }, time.at, by));
      return scheduled(outcome, time.moved, now, (wake) => ({
        followup_id: wake.followup_id,
        when: wake.when,
        fires_at: iso(wake.fires_at),
        session_id: wake.session_id,
        target: wake.target,
      }));
    },
  });
}

type Asked = {
  readonly reason: string;
  readonly context: JsonObject;
  readonly target: string;
  readonly dedup_key?: string | undefined;
  readonly when: string;
  readonly key: string;
};

const request = ({ dedup_key, ...asked }: Asked, at: number, by: Scheduler) => ({
  ...asked,
  at,
  target: asked.target === "self" ? by.agent.slug : asked.target,
  ...(dedup_key === undefined ? {} : { dedup_key }),
});

function listFollowUps(ports: Ports, by: Scheduler): TurnTool {
  return turnTool({
    name: "list_follow_ups",
    description: toolDescriptions.list_follow_ups,
    input: ListFollowUpsInput,
    run: async () => say(true, { follow_ups: (await ports.wakes.pendingWakes(by.session_id)).map(shortForm) }),
  });
}

function cancelFollowUp(ports: Ports, by: Scheduler): TurnTool {
  return turnTool({
    name: "cancel_follow_up",
    description: toolDescriptions.cancel_follow_up,
    input: CancelFollowUpInput,
    run: async ({ id }) => {
      const followup_id = FollowupId.safeParse(id);
      const outcome = followup_id.success
        ? await cancelWake(ports, { owner: by.owner, session_id: by.session_id, followup_id: followup_id.data })
        : { kind: "not_found" as const };
      if (outcome.kind === "not_found")
        return say(false, {
          error: `There is no follow-up "${id}" in this conversation. list_follow_ups names the pending ones.`,
        });
      return say(true, { id, status: outcome.wake.status, changed: outcome.kind === "cancelled" });
    },
  });
}

function scheduled(
  outcome: ScheduleOutcome,
  moved: boolean,
  now: number,
  form: (wake: Wake) => JsonObject,
): ToolOutcome {
  switch (outcome.kind) {
    case "scheduled":
    case "already_scheduled":
      return say(true, { ...form(outcome.wake), ...(moved ? { note: "The time was slightly past and is now." } : {}) });
    case "already_pending":
      return say(true, {
        ...form(outcome.wake),
        note: "A follow-up with this dedup_key is already pending; nothing new was scheduled.",
      });
    case "cap_reached":
      return say(false, {
        error: `At most ${outcome.max} follow-ups may be pending in this conversation. Cancel one that is not needed first.`,
        now: iso(now),
        pending: outcome.pending.map(shortForm),
      });
    case "too_deep":
      return say(false, {
        error: `A chain of follow-ups may be at most ${outcome.max} deep, and this turn is at its end. Answer with what you know now.`,
        now: iso(now),
      });
    case "target_not_allowed":
      return say(false, { error: `This agent may wake ${outcome.allowed.join(", ")}.`, now: iso(now) });
    case "context_too_large":
      return say(false, {
        error: `context has ${outcome.bytes} bytes as JSON; at most ${outcome.max} are allowed.`,
        now: iso(now),
      });
    case "opted_out":
      return say(false, { error: "Self-scheduling is switched off for this agent.", now: iso(now) });
    case "session_closed":
      return say(false, { error: "This session is archived; nothing can be scheduled in it.", now: iso(now) });
    case "contended":
      return say(false, { error: "It could not be scheduled just now. Try the same call once more.", now: iso(now) });
  }
}

const whyNot = {
  grammar: "The time could not be read.",
  too_soon: "That is less than 1 minute ahead.",
  too_late: "That is more than 30 days ahead.",
  past: "That time is past.",
} as const;

const badTime = (time: Extract<WakeTime, { kind: "refused" }>, rules: readonly string[], now: number): ToolOutcome =>
  say(false, { error: `${whyNot[time.why]} Allowed is ${rules.join("; or ")}.`, now: iso(now) });

const shortForm = (wake: Wake): JsonObject => ({
  id: wake.followup_id,
  description: wake.reason,
  due_at: iso(wake.fires_at),
  target: wake.target,
});

const say = (ok: boolean, value: Json): ToolOutcome => ({ ok, text: JSON.stringify(value) });

const iso = (ms: number): string => new Date(ms).toISOString();
