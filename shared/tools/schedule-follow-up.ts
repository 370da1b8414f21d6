import * as z from "zod";
import { JsonObject } from "../contracts/json.ts";
import { limits } from "../contracts/limits.ts";

/** Characters are code points, as a person would count them. */
const codePoints = (text: string): number => [...text].length;

const Description = z
  .string()
  .refine((text) => text.trim() !== "" && codePoints(text) <= limits.wakeDescriptionCharacters, {
    error: `must be 1 to ${limits.wakeDescriptionCharacters} characters`,
  })
  .meta({ description: "The note to your later self: what to check and what to do then. 1 to 1,000 characters." });

const Context = JsonObject.default({}).meta({
  description: "Compact JSON the later turn needs: ids, partial findings, the next step. At most 16 KB.",
});
const Target = z
  .string()
  .min(1)
  .max(40)
  .default("self")
  .meta({ description: 'Which agent to wake: "self", or an agent you may call.' });
const DedupKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .meta({ description: "While a follow-up with this key is pending, scheduling it again changes nothing." });

/** Arguments of `schedule_follow_up` (sources/formation-follow-ups, with `context`, `target` and `dedup_key`). */
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
    context: Context,
    target: Target,
    dedup_key: DedupKey,
  })
  .refine(({ in: delay, at }) => (delay === undefined) !== (at === undefined), {
    error: 'give exactly one of "in" and "at"',
  });

/** Arguments of the other dialect, `schedule_followup` (sources/leafmesh-schedule-followup). */
export const ScheduleFollowupInput = z.strictObject({
  reason: Description,
  context: Context,
  target: Target,
  when: z
    .string()
    .default("now")
    .meta({ description: '"now", a delay such as "+30m", "+2h" or "+1d", or a UTC time such as "2026-07-18T09:00Z".' }),
  dedup_key: DedupKey,
});

/** Arguments of `list_follow_ups`: none. */
export const ListFollowUpsInput = z.strictObject({});

/** Arguments of `cancel_follow_up`. */
export const CancelFollowUpInput = z.strictObject({
  id: z.string().meta({ description: "The id of the follow-up, as it was returned." }),
});

/** What the model is told of each tool: behaviour, limits, and what the answer means. */
export const toolDescriptions = {
  schedule_follow_up:
    "Saves a follow-up for this conversation: at the due time you are started again here, read your note and act on it. Use it when you promise to look again. Give exactly one of in and at. Due 1 minute to 30 days from now, at most 20 pending. Only what this tool confirms will happen.",
  schedule_followup:
    "Schedules a continuation of your own work in this session: you are woken with reason and context. when is now by default. At most 30 days ahead, at most 20 pending. Returns followup_id, when, fires_at, session_id and target. Only what this tool confirms will happen.",
  list_follow_ups: "Lists this conversation's pending follow-ups, soonest first.",
  cancel_follow_up:
    "Cancels a pending follow-up of this conversation. Cancelling one that ran or was cancelled reports its status and changes nothing.",
} as const;
