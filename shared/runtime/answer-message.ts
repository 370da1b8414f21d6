import type { MessageAccepted } from "../contracts/message.ts";
import { followUpAcknowledgement } from "../domain/mailbox/entry-events.ts";
import type { FollowUpOutcome } from "../steps/mailbox/accept-follow-up.ts";
import { type Answer, accepted } from "./answer.ts";
import { refusal } from "./refusal.ts";

/** The answer to something that a person sent to a run. */
export function answerMessage(outcome: FollowUpOutcome, runId: string): Answer {
  if (outcome.kind !== "accepted" && outcome.kind !== "repeated") return refusal(outcome.kind);
  const { event_id, seq } = outcome;
  const message = followUpAcknowledgement;
  const body: MessageAccepted = { accepted: true, event_id, seq, revision: "scheduled", message };
  return accepted(`/api/runs/${runId}`, body);
}
