import type { Verdict } from "../../contracts/records.ts";

/** Why a question cannot be answered from what was delivered. */
const reasons = {
  missing: "the result does not hold what is asked",
  stale: "the result is too old to answer from",
} as const;

/** Where a question goes that cannot be answered from what was delivered: the work is done again with it. */
export const upgraded = (why: keyof typeof reasons, by: Verdict["by"]): Verdict => ({
  route: "revise_run",
  reason: reasons[why],
  by,
});

/** True for the verdict on a message that was asked as a question first, and could not be answered. */
export const isUpgraded = (verdict: Verdict | undefined): boolean =>
  verdict?.route === "revise_run" && (verdict.reason === reasons.missing || verdict.reason === reasons.stale);
