import { type MessageAccepted, PostMessage } from "../../shared/contracts/message.ts";
import { RunPath } from "../../shared/contracts/parameters.ts";
import { followUpAcknowledgement } from "../../shared/domain/entry-events.ts";
import type { AcceptPorts } from "../../shared/runtime/accept-ports.ts";
import { type Answer, accepted, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import { acceptFollowUp, type FollowUpOutcome } from "../../shared/steps/accept-follow-up.ts";

/** `POST /api/runs/{run_id}/messages`: a follow-up, recorded with one conditional write and one queue message. */
export function postMessage(ports: AcceptPorts): Endpoint {
  return endpoint({ path: RunPath, body: PostMessage }, async ({ owner, path, body, idempotencyKey }) => {
    const outcome = await acceptFollowUp(ports, {
      owner,
      run_id: path.run_id,
      text: body.content.text,
      attachments: body.content.attachments ?? [],
      ...(body.on_busy === undefined ? {} : { on_busy: body.on_busy }),
      ...(body.answers === undefined ? {} : { answers: body.answers }),
      ...(idempotencyKey === null ? {} : { idempotency_key: idempotencyKey }),
    });
    return answerTo(outcome, path.run_id);
  });
}

function answerTo(outcome: FollowUpOutcome, runId: string): Answer {
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
