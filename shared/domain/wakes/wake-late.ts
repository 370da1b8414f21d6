import { limits } from "../../contracts/limits.ts";
import { durationMs } from "./wake-time.ts";

const FIRE_WITHIN = /^fire_within: ?(\S+)$/;

/** What may be written as a late policy, for the model. */
export const lateRules = 'late_policy: "fire", "drop" or "fire_within: 30m", with any delay from 1 minute to 30 days';

/**
 * How long after its due time a wake may still start: `fire` however late, `drop` only on time, `fire_within: 30m` up to
 * that. On time is what a lost bell may cost, two minutes. Null: it cannot be read.
 */
export function readLatePolicy(text: string): { readonly fire_within_ms?: number } | null {
  if (text === "fire") return {};
  if (text === "drop") return { fire_within_ms: limits.wakeOnTimeMs };
  const ms = durationMs(FIRE_WITHIN.exec(text)?.[1] ?? "");
  return ms === null || ms < limits.wakeMinMs || ms > limits.wakeMaxMs ? null : { fire_within_ms: ms };
}
