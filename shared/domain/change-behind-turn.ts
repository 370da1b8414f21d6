import type { Verdict } from "../contracts/records.ts";

/** True for what a turn schedules first, and whose change is made behind it. */
export const isChangeBehindTurn = ({ route, with_change }: Verdict): boolean =>
  route === "direct_answer" && with_change === true;
