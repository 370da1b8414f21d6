import * as z from "zod";
import { closedObject } from "./closed-object.ts";
import { AgentSlug, FollowupId, SessionId } from "./ids.ts";
import { OffsetTime } from "./offset-time.ts";
import { QueueName } from "./operator-view.ts";
import { pageParameters, wholeNumber } from "./page.ts";

/** Path parameters of the operators' routes. */
export const AgentFollowupPath = z.object({ slug: AgentSlug, followup_id: FollowupId });
export const ChainPath = z.object({ root_id: FollowupId });
export const QueuePath = z.object({ queue: QueueName });

/** Query of `GET /api/agents/{slug}/follow-ups`. */
export const AgentFollowupsQuery = closedObject({
  ...pageParameters,
  status: z.enum(["scheduled", "fired", "cancelled", "dropped"]).optional(),
  session_id: SessionId.optional(),
  from: OffsetTime.optional().meta({ description: "Only those scheduled at this time or later." }),
  to: OffsetTime.optional().meta({ description: "Only those scheduled before this time, which is not before `from`." }),
}).refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to), {
  message: "must not be before `from`",
  path: ["to"],
});
export type AgentFollowupsQuery = z.infer<typeof AgentFollowupsQuery>;

/** Query of `POST /api/operations/dead-letters/{queue}/redrive`. */
export const RedriveQuery = closedObject({
  max: wholeNumber(1, 100, 10).meta({ description: "Most messages to put back." }),
});
