import type { FollowupId, SessionId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Millis } from "./records.ts";

/** What an operator can do. */
export const operatorActions = [
  "fire",
  "reschedule",
  "cancel",
  "kill_chain",
  "set_agent",
  "set_session",
  "redrive",
] as const;

/** Something an operator did, as it is kept. Written with what it did, or before it where that is elsewhere. */
export type OperatorAction = {
  /** ULID. */
  readonly id: string;
  readonly at: Millis;
  /** `sub` of the operator's token. */
  readonly by: string;
  readonly action: (typeof operatorActions)[number];
  readonly agent?: string;
  readonly session_id?: SessionId;
  readonly followup_id?: FollowupId;
  readonly details: JsonObject;
};
