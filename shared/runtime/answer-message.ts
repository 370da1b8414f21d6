import type { MessageAccepted } from "../contracts/message.ts";
import { followUpAcknowledgement } from "../domain/entry-events.ts";
import type { FollowUpOutcome } from "../steps/accept-follow-up.ts";
import { type Answer, accepted, problem } from "./answer.ts";

/** The answer to something that a person sent to a run. */
export function answerMessage(outcome: FollowUpOutcome, runId: string): Answer {
  switch (outcome.kind) {
    case "accepted":
    case "repeated": {
      const { event_id, seq } = outcome;
      const message = followUpAcknowledgement;
      const body: MessageAccepted = { accepted: true, event_id, seq, revision: "scheduled", message };
      return accepted(`/api/runs/${runId}`, body);
    }
    case "not_found":
      return problem("not_found");
    case "archived":
      return problem("session_archived");
    case "full":
      return problem("mailbox_full", { retryAfterSeconds: 5 });
    case "busy":
      return problem("run_busy");
    case "key_reused":
      return problem("idempotency_key_reused");
  }
}
