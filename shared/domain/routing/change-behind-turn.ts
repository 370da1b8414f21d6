import type { Verdict } from "../../contracts/records.ts";

/** True for what a turn schedules first, and whose change is made behind it. */
export const isChangeBehindTurn = ({ route, with_change }: Verdict): boolean =>
  route === "direct_answer" && with_change === true;

/** The verdict on a change with which something is asked for later. */
export const behindTurn = (change: Verdict): Verdict => ({
  ...change,
  route: "direct_answer",
  reason: `${change.reason}, and to come back later`,
  with_change: true,
});
