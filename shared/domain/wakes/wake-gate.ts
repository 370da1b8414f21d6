import type { DropReason, Wake } from "../../contracts/wake.ts";

/** How things stand when a wake that rang could start. */
export type WakeGround = {
  readonly now: number;
  readonly is_open: boolean;
  /** The agent it wakes is one of this deployment. */
  readonly has_target: boolean;
  /** The agent that scheduled it may not schedule any more. */
  readonly opted_out: boolean;
  /** Number of the newest thing a person sent into the session. */
  readonly said_seq: number;
};

/** Why a wake must not start although it is due and the session is free; null when it must. */
export function whyDropped(wake: Wake, ground: WakeGround): DropReason | null {
  if (!ground.is_open) return "session_archived";
  if (!ground.has_target) return "agent_removed";
  if (ground.opted_out) return "opted_out";
  if (wake.unless === "user_replied" && ground.said_seq > (wake.said_seq ?? 0)) return "user_replied";
  const lateMs = ground.now - wake.fires_at;
  return wake.fire_within_ms !== undefined && lateMs > wake.fire_within_ms ? "late" : null;
}
