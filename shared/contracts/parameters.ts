import * as z from "zod";
import { closedObject } from "./closed-object.ts";
import { AgentSlug, ArtifactId, EventId, FollowupId, RunId, SessionId } from "./ids.ts";
import { optionalNumber, pageParameters, wholeNumber } from "./page.ts";
import { wireLimits } from "./wire-limits.ts";

const runId = RunId.meta({ description: "`run_`, the session's ULID, `_` and the turn." });

/** Path parameters, one object for each form of path. */
export const SessionPath = z.object({ session_id: SessionId });
export const EntryPath = z.object({ session_id: SessionId, event_id: EventId });
export const ArtifactPath = z.object({ run_id: runId, artifact_id: ArtifactId });
export const FollowupPath = z.object({ followup_id: FollowupId });
export const AgentPath = z.object({ slug: AgentSlug });

/** Query of a list that has pages. */
export const PageQuery = closedObject(pageParameters);

/** Query of `GET /api/runs/{run_id}/events`. */
export const EventsQuery = closedObject({
  ...pageParameters,
  after: wholeNumber(0, 9_999_999_999, 0).meta({ description: "Only events with a greater `seq`; 0 for all." }),
  wait: wholeNumber(0, wireLimits.waitSecondsMax, 0).meta({
    description: "Seconds to wait for a first event when there is none yet.",
  }),
});
export type EventsQuery = z.infer<typeof EventsQuery>;

/** Query of `GET /api/runs/{run_id}/tasks`. */
export const TasksQuery = closedObject({
  dag_version: optionalNumber(1, 999_999).meta({ description: "The current version if absent." }),
});

/** Query of the routes of self-scheduled follow-ups. */
export const FollowupQuery = closedObject({
  session_id: SessionId.meta({ description: "The session it was scheduled in." }),
});
