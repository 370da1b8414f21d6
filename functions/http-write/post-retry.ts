import { RunPath } from "../../shared/contracts/run-path.ts";
import { problem } from "../../shared/runtime/answer.ts";
import { answerMessage } from "../../shared/runtime/answer-message.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { acceptRetry } from "../../shared/steps/mailbox/accept-retry.ts";

/** `POST /api/runs/{run_id}/retry`: a failed run is done again, as it was planned. */
export function postRetry(ports: WritePorts): Endpoint {
  return endpoint({ path: RunPath }, async ({ owner, path, idempotencyKey }) => {
    const key = idempotencyKey === null ? {} : { idempotency_key: idempotencyKey };
    const outcome = await acceptRetry(ports, { owner, run_id: path.run_id, ...key });
    return outcome.kind === "not_failed" ? problem("run_not_failed") : answerMessage(outcome, path.run_id);
  });
}
