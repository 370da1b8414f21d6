import type { CommitOutcome } from "../ports/stores.ts";
import type { Taken } from "./fold.ts";

/** What a commit under the lock means for the fold: done, look again, or stop because somebody else holds the lock now. */
export function takenOf(outcome: CommitOutcome): Taken {
  if (outcome.kind === "done") return "committed";
  return outcome.lost.includes("lock") || outcome.lost.includes("session") ? "lock_lost" : "again";
}
