import * as z from "zod";
import type { FollowUpSettings } from "../contracts/follow-up-settings.ts";
import { limits } from "../contracts/limits.ts";
import { visible } from "../contracts/wire-text.ts";

/** Characters are code points, as a person would count them. */
const codePoints = (text: string): number => [...text].length;

const Description = z
  .string()
  .overwrite((text) => text.toWellFormed())
  .refine((text) => visible.test(text) && codePoints(text) <= limits.wakeDescriptionCharacters, {
    error: `must be 1 to ${limits.wakeDescriptionCharacters} characters, not only white space`,
  })
  .meta({
    minLength: 1,
    maxLength: limits.wakeDescriptionCharacters,
    description: "The note to your later self: what to check and what to do then. 1 to 1,000 characters.",
  });

/** Any value: what it holds is checked where its size is, and a model's tower of brackets must not break the parser. */
const Context = z.unknown().optional().meta({
  type: "object",
  description: "Compact JSON object that the later turn needs: ids, partial findings, the next step.",
});
const Target = z
  .string()
  .min(1)
  .max(40)
  .default("self")
  .meta({ description: 'Which agent to wake: "self", or an agent you may call.' });
const DedupKey = z
  .string()
  .refine((text) => codePoints(text) >= 1 && codePoints(text) <= 255 && text.isWellFormed(), {
    error: "must be 1 to 255 characters; leave it out if there is none",
  })
  .optional()
  .meta({
    minLength: 1,
    maxLength: 255,
    description:
      "While a follow-up with this key is pending in the conversation, scheduling it again changes nothing. Case counts.",
  });
const LatePolicy = z.string().default("fire").meta({
  description:
    '"fire": however late (default). "drop": not at all when more than 2 minutes late. "fire_within: 30m": only up to that late.',
});
const Unless = z.literal("user_replied").optional().meta({
  description: '"user_replied": not at all when the person has written anything here by then.',
});

const common = { context: Context, target: Target, dedup_key: DedupKey, late_policy: LatePolicy, unless: Unless };

/** Arguments of `schedule_follow_up`: a note for later and when to read it, with those that both dialects have. */
export const ScheduleFollowUpInput = z
  .strictObject({
    description: Description,
    in: z
      .string()
      .optional()
      .meta({ description: 'A delay such as "30m", "2h", "1h30m" or "3d", from 1 minute to 30 days.' }),
    at: z
      .string()
      .optional()
      .meta({ description: 'A time with offset such as "2026-07-18T09:00:00Z", from 1 minute to 30 days ahead.' }),
    ...common,
  })
  .refine(({ in: delay, at }) => (delay === undefined) !== (at === undefined), {
    error: 'give exactly one of "in" and "at"',
  });

/** Arguments of the other dialect, `schedule_followup`: a continuation of the work that goes on. */
export const ScheduleFollowupInput = z.strictObject({
  reason: Description,
  when: z
    .string()
    .default("now")
    .meta({ description: '"now", a delay such as "+30m", "+2h" or "+1d", or a UTC time such as "2026-07-18T09:00Z".' }),
  ...common,
});

/** Arguments of `list_follow_ups`: none. */
export const ListFollowUpsInput = z.strictObject({});

/** Arguments of `cancel_follow_up`. */
export const CancelFollowUpInput = z.strictObject({
  id: z.string().meta({ description: "The id of the follow-up, as it was returned." }),
});

/** Whom an agent may wake, and within which limits. */
export type ToolLimits = { readonly settings: FollowUpSettings; readonly targets: readonly string[] };

/** What the model is told of each tool: behaviour, limits, cost, and what the answer means. */
export const toolDescriptions = {
  schedule_follow_up: (is: ToolLimits): string =>
    `Saves a follow-up for this conversation: at the due time you are started again here, read your note and act on it. Use it when you promise to look again, not for anything that recurs. Give exactly one of in and at. ${limitsText(is)}`,
  schedule_followup: (is: ToolLimits): string =>
    `Schedules a continuation of your own work in this session: you are woken with reason and context. when is now by default, which is right after this turn. ${limitsText(is)} Returns followup_id, when, fires_at, session_id and target.`,
  list_follow_ups: "Lists this conversation's pending follow-ups, soonest first.",
  cancel_follow_up:
    "Cancels a pending follow-up of this conversation, whoever scheduled it. Cancelling one that ran or was cancelled reports its status and changes nothing.",
} as const;

function limitsText({ settings, targets }: ToolLimits): string {
  const { max_per_session, max_depth, max_context_bytes } = settings;
  return [
    "Due 1 minute to 30 days from now, to the second.",
    `At most ${max_per_session} may be pending here, context may have ${max_context_bytes} bytes as JSON, and a chain of follow-ups may be ${max_depth} long.`,
    `You may wake: ${targets.join(", ")}.`,
    "Each one costs a whole turn when it is due.",
    "An answer without error means that it will happen; with an error nothing was scheduled, so do not promise it.",
  ].join(" ");
}
