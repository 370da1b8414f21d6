import type { Wake } from "../../shared/contracts/wake.ts";
import { presentOperatorFollowup } from "../../shared/domain/present/present-operations.ts";
import { type Answer, problem } from "../../shared/runtime/answer.ts";
import type { OperateOutcome } from "../../shared/steps/wakes/operate-wake.ts";

/** The answer to something an operator wanted done to a wake; what did not happen is answered with the wake as it is. */
export function answerOperated(outcome: OperateOutcome, done: (wake: Wake) => Answer): Answer {
  switch (outcome.kind) {
    case "done":
      return done(outcome.wake);
    case "not_found":
      return problem("not_found");
    case "closed":
      return problem("followup_closed", { members: { followup: presentOperatorFollowup(outcome.wake) } });
    case "due":
      return problem("followup_due", { members: { followup: presentOperatorFollowup(outcome.wake) } });
  }
}
