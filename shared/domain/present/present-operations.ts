import type { FollowUpOverride, FollowUpSettings } from "../../contracts/follow-up-settings.ts";
import type { OperatorAction } from "../../contracts/operator-action.ts";
import type { HistoryLine, OperatorActionView, OperatorFollowup } from "../../contracts/operator-view.ts";
import { timestamp, timestampOrNull } from "../../contracts/timestamp.ts";
import type { Wake } from "../../contracts/wake.ts";
import type { WakeHistoryLine } from "../../contracts/wake-history.ts";
import { presentFollowup } from "./present.ts";

/** A wake as operators see it. */
export function presentOperatorFollowup(wake: Wake): OperatorFollowup {
  return {
    ...presentFollowup(wake),
    session_id: wake.session_id,
    owner: wake.owner,
    depth: wake.depth,
    root_id: wake.root_id,
    created_at: timestamp(wake.created_at),
    rung_at: timestampOrNull(wake.rung_at),
    closed_at: timestampOrNull(wake.closed_at),
    run_id: wake.run_id ?? null,
    dropped_reason: wake.dropped_reason ?? null,
  };
}

/** A line of history, as it is answered. */
export function presentLine({ at, step, by, details }: WakeHistoryLine): HistoryLine {
  return { at: timestamp(at), step, by: { type: by.type, id: by.type === "system" ? null : by.id }, details };
}

/** What an operator did, as it is answered. */
export function presentAction(action: OperatorAction): OperatorActionView {
  return {
    id: action.id,
    at: timestamp(action.at),
    by: action.by,
    action: action.action,
    agent: action.agent ?? null,
    session_id: action.session_id ?? null,
    followup_id: action.followup_id ?? null,
    details: action.details,
  };
}

/** Settings in the words of the interface. */
export function presentSettings({ enabled, max_depth, max_per_session, max_context_bytes }: FollowUpSettings) {
  return { self_scheduling: enabled, max_depth, max_per_session, max_context_bytes };
}

/** What an operator set, and who did last; null when nothing is set. */
export function presentOverride(
  override: { readonly settings: FollowUpOverride; readonly by: string; readonly at: number } | null,
) {
  if (override === null) return null;
  const { enabled, ...limits } = override.settings;
  return {
    changed_by: override.by,
    changed_at: timestamp(override.at),
    ...(enabled === undefined ? {} : { self_scheduling: enabled }),
    ...limits,
  };
}
