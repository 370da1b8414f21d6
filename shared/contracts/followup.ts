import * as z from "zod";
import { AgentSlug, FollowupId } from "./ids.ts";
import { JsonObject } from "./json.ts";
import { Timestamp } from "./timestamp.ts";

/** A self-scheduled follow-up as its owner and operators read it; what only operators see is added in operator-view.ts. */
export const FollowupView = z
  .object({
    followup_id: FollowupId,
    from_agent: AgentSlug,
    target: AgentSlug,
    reason: z.string(),
    context: JsonObject,
    when: z.string().meta({ description: "The time as the agent wrote it." }),
    fires_at: Timestamp,
    status: z.enum(["scheduled", "fired", "cancelled", "dropped"]),
  })
  .meta({ id: "Followup", description: "What an agent promised itself to look at again." });
export type FollowupView = z.infer<typeof FollowupView>;
