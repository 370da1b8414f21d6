import * as z from "zod";
import { AgentSlug } from "./ids.ts";

/** Six fields of EventBridge Scheduler: minutes, hours, day of month, month, day of week, year. */
const CRON = /^(?:[\w*,/?#-]+ ){5}[\w*,/?#-]+$/;

/**
 * When an agent wakes by itself on a fixed schedule, and what for. Nothing of a conversation leads to it, unlike a
 * follow-up. Each becomes one EventBridge schedule with the deployment.
 */
export const WakeUp = z.strictObject({
  /** Tells the agent's wake-ups apart. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "must be a lower-case slug of at most 40 characters"),
  /** Like `0 9 ? * MON-FRI *`. */
  cron: z.string().regex(CRON, "must have the six fields of an EventBridge cron expression"),
  /** IANA name of the zone the fields are read in. */
  time_zone: z.string().refine(isTimeZone, "must be the name of a time zone, like Europe/Berlin").default("UTC"),
  /** What the run that it starts is to do. */
  input: z.string().trim().min(1).max(1000),
});
export type WakeUp = z.infer<typeof WakeUp>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    // RangeError: there is no such zone.
    return false;
  }
}

/** Body of a message on the wakes queue that a wake-up's schedule sends. EventBridge fills in `scheduled_time`. */
export const WakeUpMessage = z.object({
  kind: z.literal("wake_up"),
  agent: AgentSlug,
  name: WakeUp.shape.name,
  input: z.string().min(1).max(1000),
  /** The same for every delivery of one ring. */
  scheduled_time: z.string().min(1).max(100),
});
export type WakeUpMessage = z.infer<typeof WakeUpMessage>;
