import * as z from "zod";
import { closedObject } from "./closed-object.ts";
import { FollowUpOverride } from "./follow-up-settings.ts";
import { AgentSlug, SessionId } from "./ids.ts";
import { OffsetTime } from "./offset-time.ts";
import { Timestamp } from "./timestamp.ts";

const { max_depth, max_per_session, max_context_bytes } = FollowUpOverride.shape;

/**
 * What an operator sets at run time for an agent or a session. `null` takes a setting back; one that is left out stays
 * as it is.
 */
export const ChangeSelfScheduling = closedObject({
  self_scheduling: z.boolean().nullable().optional().meta({ description: "Whether it may schedule follow-ups." }),
  max_depth: max_depth.nullable().meta({ description: "Follow-ups in a chain." }),
  max_per_session: max_per_session.nullable().meta({ description: "Pending follow-ups in a session." }),
  max_context_bytes: max_context_bytes.nullable().meta({ description: "Largest context, in bytes of its JSON." }),
})
  .refine((change) => Object.values(change).some((value) => value !== undefined), "must set something")
  .meta({ id: "ChangeSelfScheduling" });
export type ChangeSelfScheduling = z.infer<typeof ChangeSelfScheduling>;

const settings = {
  self_scheduling: z.boolean(),
  max_depth: z.int(),
  max_per_session: z.int(),
  max_context_bytes: z.int(),
};

const override = z
  .object({ changed_by: z.string(), changed_at: Timestamp, ...z.object(settings).partial().shape })
  .nullable()
  .meta({ description: "What an operator set, and who set it last and when; null when nobody did." });

/** An agent and how it may schedule follow-ups. */
export const AgentView = z
  .object({
    slug: AgentSlug,
    title: z.string(),
    kind: z.enum(["specialised", "general"]),
    can_call: z.array(AgentSlug),
    ...settings,
    declared: z.object(settings).meta({ description: "What its definition says." }),
    override,
    wake_up: z.array(z.object({ name: z.string(), cron: z.string(), time_zone: z.string() })),
  })
  .meta({ id: "Agent" });
export type AgentView = z.infer<typeof AgentView>;

/** How follow-ups may be scheduled in one session. */
export const SessionSelfScheduling = z
  .object({ session_id: SessionId, agent: AgentSlug, ...settings, override })
  .meta({ id: "SessionSelfScheduling" });
export type SessionSelfScheduling = z.infer<typeof SessionSelfScheduling>;

/** A new due time for a follow-up, from now or absolute. */
export const Reschedule = closedObject({
  in: z.string().optional().meta({ description: 'A delay such as "30m", "2h" or "3d", from 1 minute to 30 days.' }),
  at: OffsetTime.optional().meta({ description: "RFC 3339 with offset, from 1 minute to 30 days ahead." }),
})
  .refine(({ in: delay, at }) => (delay === undefined) !== (at === undefined), "give exactly one of in and at")
  .meta({ id: "Reschedule" });
export type Reschedule = z.infer<typeof Reschedule>;
