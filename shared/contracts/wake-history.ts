import type { FollowupId, SessionId } from "./ids.ts";
import type { JsonObject } from "./json.ts";
import type { Millis } from "./records.ts";

/** Who made something happen to a wake. `id`: the agent's slug, the owner's or the operator's `sub`. */
export type WakeActor =
  | { readonly type: "agent" | "owner" | "operator"; readonly id: string }
  | { readonly type: "system" };

/** What can happen to a wake. `ring_ignored` stands for every ring of one kind that changed nothing. */
export const wakeSteps = [
  "scheduled",
  "rescheduled",
  "fire_requested",
  "rung",
  "ring_ignored",
  "fired",
  "cancelled",
  "dropped",
  "chain_killed",
] as const;
export type WakeStep = (typeof wakeSteps)[number];

/** One line of a wake's history. Lines are only ever added; a decision's line is written with the decision. */
export type WakeHistoryLine = {
  readonly session_id: SessionId;
  readonly followup_id: FollowupId;
  readonly at: Millis;
  readonly step: WakeStep;
  readonly by: WakeActor;
  readonly details: JsonObject;
};
