import * as z from "zod";
import { limits } from "./limits.ts";

const enabled = z.boolean();
const maxDepth = z.int().min(0).max(limits.wakeDepthMost);
const maxPerSession = z.int().min(1).max(100);
const maxContextBytes = z
  .int()
  .min(2)
  .max(64 * 1024);

/** Settings of an agent's self-scheduled follow-ups. The defaults are what an agent may do that says nothing. */
export const FollowUpSettings = z.strictObject({
  /** `false`: this agent never schedules for itself and is not offered the tools. */
  enabled: enabled.default(true),
  /** Wakes in a chain, each scheduled by the turn that the one before started. */
  max_depth: maxDepth.default(limits.wakeDepth),
  /** Wakes that may be pending in a session at a time, whoever scheduled them. */
  max_per_session: maxPerSession.default(limits.wakesPendingPerSession),
  /** Largest context, in UTF-8 bytes of its JSON. */
  max_context_bytes: maxContextBytes.default(limits.wakeContextBytes),
  /** Which agents it may wake: `self` and slugs. Itself and `can_call` if absent. */
  targets: z.array(z.string().min(1).max(40)).max(100).readonly().optional(),
  /** Which of the two tool dialects it is offered. */
  dialect: z.enum(["schedule_follow_up", "schedule_followup"]).default("schedule_follow_up"),
});
export type FollowUpSettings = z.infer<typeof FollowUpSettings>;

/** What an operator set otherwise at run time, for an agent or for one session. Absent fields stay as they are. */
export const FollowUpOverride = z.strictObject({
  enabled: enabled.optional(),
  max_depth: maxDepth.optional(),
  max_per_session: maxPerSession.optional(),
  max_context_bytes: maxContextBytes.optional(),
});
export type FollowUpOverride = z.infer<typeof FollowUpOverride>;
