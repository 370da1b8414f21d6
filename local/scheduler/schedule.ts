import * as z from "zod";
import { isTimeZone } from "./time-zone.ts";

const Name = z
  .string()
  .regex(/^[0-9a-zA-Z_.-]{1,64}$/, "names have 1 to 64 letters, digits, dashes, dots or underscores");
const Arn = z.string().regex(/^arn:/, "Provided Arn is not in correct format.");

/** Quota of EventBridge Scheduler for what a target is handed. */
const inputLimitBytes = 262_144;

const Target = z.looseObject({
  Arn,
  RoleArn: Arn,
  Input: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= inputLimitBytes, `Input has at most ${inputLimitBytes} bytes`)
    .optional(),
  DeadLetterConfig: z.object({ Arn: Arn.optional() }).optional(),
  RetryPolicy: z
    .object({
      MaximumEventAgeInSeconds: z.number().int().min(60).max(86_400).optional(),
      MaximumRetryAttempts: z.number().int().min(0).max(185).optional(),
    })
    .optional(),
});

/** What CreateSchedule and UpdateSchedule carry besides the name. Dates are epoch seconds, as the wire has them. */
export const Definition = z.looseObject({
  GroupName: Name.default("default"),
  ScheduleExpression: z.string().min(1).max(256),
  ScheduleExpressionTimezone: z.string().refine(isTimeZone, "Invalid time zone.").default("UTC"),
  State: z.enum(["ENABLED", "DISABLED"]).default("ENABLED"),
  StartDate: z.number().optional(),
  EndDate: z.number().optional(),
  ActionAfterCompletion: z.enum(["NONE", "DELETE"]).default("NONE"),
  FlexibleTimeWindow: z.object({
    Mode: z.enum(["OFF", "FLEXIBLE"]),
    MaximumWindowInMinutes: z.number().int().min(1).max(1_440).optional(),
  }),
  Target,
  ClientToken: z.string().max(64).optional(),
});
export type Definition = z.infer<typeof Definition>;

/** A schedule as it is kept. Times are epoch milliseconds. */
export const StoredSchedule = z.object({
  name: Name,
  definition: Definition,
  createdAt: z.number(),
  modifiedAt: z.number(),
  /** Set when a one-time schedule has rung and was not to be deleted. */
  completedAt: z.number().optional(),
});
export type StoredSchedule = z.infer<typeof StoredSchedule>;

/** A schedule group; the group `default` is always there and not stored. */
export const StoredGroup = z.object({ name: Name, createdAt: z.number() });
export type StoredGroup = z.infer<typeof StoredGroup>;

/** A name that a person gave to a schedule or a group. */
export const ScheduleName = Name;

/** The ARN of the schedule with this key, where the stack is. */
export function scheduleArn(
  { region, accountId }: { readonly region: string; readonly accountId: string },
  key: string,
): string {
  return `arn:aws:scheduler:${region}:${accountId}:schedule/${key}`;
}

/** What a schedule is found by: names are unique within a group only. */
export function scheduleKey(group: string, name: string): string {
  return `${group}/${name}`;
}
