import type * as z from "zod";
import { issuesOf, toToolSchema } from "../../agents/tool-schema.ts";
import type { ToolOutcome, TurnTool } from "../../agents/turn-tool.ts";
import { FollowupId } from "../../contracts/ids.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Wake } from "../../contracts/wake.ts";
import { allowedTargets } from "../../domain/wakes/wake-guard.ts";
import { lateRules, readLatePolicy } from "../../domain/wakes/wake-late.ts";
import { atTime, inTime, type WakeTime, wakeTimeRules, whenTime } from "../../domain/wakes/wake-time.ts";
import {
  CancelFollowUpInput,
  ListFollowUpsInput,
  ScheduleFollowUpInput,
  ScheduleFollowupInput,
  type ToolLimits,
  toolDescriptions,
} from "../../tools/schedule-follow-up.ts";
import { cancelWake } from "./cancel-wake.ts";
import { iso, refuse, say, scheduleAnswer, shortForm } from "./schedule-answer.ts";
import { followUpSettings, type SchedulePorts, type Scheduler, scheduleWake } from "./schedule-wake.ts";

/** The tools of one turn, and how many of its schedule calls took effect: a retried turn finds them by their number. */
type Tools = { readonly ports: SchedulePorts; readonly by: Scheduler; taken: number };

/** The scheduling tools of a turn, in the agent's dialect; none when the agent opted out or was switched off. */
export async function schedulingTools(ports: SchedulePorts, by: Scheduler): Promise<readonly TurnTool[]> {
  const settings = await followUpSettings(ports, by.agent, by.session_id);
  if (!settings.enabled) return [];
  const tools: Tools = { ports, by, taken: 0 };
  const is = { settings, targets: allowedTargets({ agent: by.agent, settings }) };
  const schedule = settings.dialect === "schedule_followup" ? scheduleFollowup(tools, is) : scheduleFollowUp(tools, is);
  return [schedule, listFollowUps(tools), cancelFollowUp(tools)];
}

function scheduleFollowUp(tools: Tools, is: ToolLimits): TurnTool {
  return tool(tools, {
    name: "schedule_follow_up",
    description: toolDescriptions.schedule_follow_up(is),
    input: ScheduleFollowUpInput,
    run: ({ description, in: delay, at, ...common }, now) =>
      schedule(tools, {
        ...common,
        now,
        reason: description,
        when: delay ?? at ?? "",
        time: delay === undefined ? atTime(at ?? "", now) : inTime(delay, now),
        rules: [wakeTimeRules.in, wakeTimeRules.at],
        form: (wake) => ({ id: wake.followup_id, due_at: iso(wake.fires_at), status: wake.status }),
      }),
  });
}

function scheduleFollowup(tools: Tools, is: ToolLimits): TurnTool {
  return tool(tools, {
    name: "schedule_followup",
    description: toolDescriptions.schedule_followup(is),
    input: ScheduleFollowupInput,
    run: ({ reason, when, ...common }, now) =>
      schedule(tools, {
        ...common,
        now,
        reason,
        when,
        time: whenTime(when, now),
        rules: [wakeTimeRules.when],
        form: (wake) => ({
          followup_id: wake.followup_id,
          when: wake.when,
          fires_at: iso(wake.fires_at),
          session_id: wake.session_id,
          target: wake.target,
        }),
      }),
  });
}

/** A schedule call of either dialect. */
type Asked = {
  readonly now: number;
  readonly reason: string;
  readonly when: string;
  readonly time: WakeTime;
  /** What may be written as a time. */
  readonly rules: readonly string[];
  readonly context?: unknown;
  readonly target: string;
  readonly dedup_key?: string | undefined;
  readonly late_policy: string;
  readonly unless?: "user_replied" | undefined;
  readonly form: (wake: Wake) => JsonObject;
};

async function schedule(tools: Tools, asked: Asked): Promise<ToolOutcome> {
  const { now, time, reason, when, target, dedup_key, unless, form } = asked;
  if (time.kind === "refused") return refuse(now, `${whyNot[time.why]} Allowed is ${asked.rules.join("; or ")}.`);
  const late = readLatePolicy(asked.late_policy);
  if (late === null) return refuse(now, `The late policy could not be read. Allowed is ${lateRules}.`);
  const outcome = await scheduleWake(tools.ports, tools.by, {
    reason,
    context: asked.context ?? {},
    target,
    when,
    at: time.at,
    ...(dedup_key === undefined ? {} : { dedup_key }),
    ...late,
    ...(unless === undefined ? {} : { unless }),
    key: `${tools.by.key}#${tools.taken}`,
  });
  if (outcome.kind === "scheduled" || outcome.kind === "already_scheduled") tools.taken += 1;
  return scheduleAnswer(outcome, { now, moved: time.moved, form });
}

const whyNot = {
  grammar: "The time could not be read.",
  too_soon: "That is less than 1 minute ahead.",
  too_late: "That is more than 30 days ahead.",
  past: "That time is past.",
} as const;

function listFollowUps(tools: Tools): TurnTool {
  return tool(tools, {
    name: "list_follow_ups",
    description: toolDescriptions.list_follow_ups,
    input: ListFollowUpsInput,
    run: async (_input, now) => {
      const pending = await tools.ports.wakes.pendingWakes(tools.by.session_id);
      return say({ follow_ups: pending.map(shortForm), now: iso(now) });
    },
  });
}

function cancelFollowUp(tools: Tools): TurnTool {
  return tool(tools, {
    name: "cancel_follow_up",
    description: toolDescriptions.cancel_follow_up,
    input: CancelFollowUpInput,
    run: async ({ id }, now) => {
      const { owner, session_id, agent } = tools.by;
      const by = { type: "agent" as const, id: agent.slug };
      const known = FollowupId.safeParse(id);
      const outcome = known.success
        ? await cancelWake(tools.ports, { owner, session_id, followup_id: known.data, by })
        : { kind: "not_found" as const };
      if (outcome.kind !== "not_found")
        return say({ id, status: outcome.wake.status, changed: outcome.kind === "cancelled" });
      const pending = await tools.ports.wakes.pendingWakes(session_id);
      const error = `There is no follow-up ${JSON.stringify(id.slice(0, 60))} in this conversation.`;
      return refuse(now, error, { pending: pending.map(shortForm) });
    },
  });
}

/** A tool whose input is checked first. What does not fit is answered with what does, and the time. */
function tool<Input>(
  { ports }: Tools,
  of: {
    readonly name: string;
    readonly description: string;
    readonly input: z.ZodType<Input>;
    readonly run: (input: Input, now: number) => Promise<ToolOutcome>;
  },
): TurnTool {
  return {
    spec: { name: of.name, description: of.description, input: toToolSchema(of.input) },
    run: async (input) => {
      const now = ports.clock.now();
      const parsed = of.input.safeParse(input);
      if (parsed.success) return of.run(parsed.data, now);
      return refuse(now, `The input of ${of.name} does not fit:\n${issuesOf(parsed.error)}`);
    },
  };
}
