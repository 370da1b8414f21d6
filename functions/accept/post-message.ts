import { PostMessage } from "../../shared/contracts/post-message.ts";
import { RunPath } from "../../shared/contracts/run-path.ts";
import type { AcceptPorts } from "../../shared/runtime/accept-ports.ts";
import { answerMessage } from "../../shared/runtime/answer-message.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import { acceptFollowUp } from "../../shared/steps/mailbox/accept-follow-up.ts";

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
    return answerMessage(outcome, path.run_id);
  });
}
