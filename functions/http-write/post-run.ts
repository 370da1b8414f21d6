import { type RunAccepted, StartRun } from "../../shared/contracts/run.ts";
import { type Answer, accepted, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import { refusal } from "../../shared/runtime/refusal.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { type StartRunOutcome, startRun } from "../../shared/steps/runs/start-run.ts";

/** `POST /api/runs`: a run in a session of the owner, or in a new one. */
export function postRun(ports: WritePorts): Endpoint {
  return endpoint({ body: StartRun }, async ({ owner, body, idempotencyKey }) => {
    const outcome = await startRun(ports, {
      owner,
      agent: body.agent,
      input: body.input,
      channel: null,
      ...(body.sources === undefined ? {} : { sources: body.sources }),
      ...(body.on_busy === undefined ? {} : { on_busy: body.on_busy }),
      ...(body.session_id === undefined ? {} : { session_id: body.session_id }),
      ...(idempotencyKey === null ? {} : { idempotency_key: idempotencyKey }),
    });
    return answerTo(outcome);
  });
}

function answerTo(outcome: StartRunOutcome): Answer {
  switch (outcome.kind) {
    case "accepted":
    case "repeated": {
      const { run_id: id, session_id, event_id, seq } = outcome;
      const body: RunAccepted = { id, session_id, status: "planned", event_id, seq };
      return accepted(`/api/runs/${id}`, body);
    }
    case "unknown_agent":
      return problem("unknown_agent");
    default:
      return refusal(outcome.kind);
  }
}
