import { AgentFollowupPath } from "../../shared/contracts/operator-parameters.ts";
import { FollowupQuery } from "../../shared/contracts/parameters.ts";
import { presentOperatorFollowup } from "../../shared/domain/present/present-operations.ts";
import { ok } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { cancelWakeAsOperator } from "../../shared/steps/wakes/operate-wake.ts";
import { answerOperated } from "./answer-operated.ts";

/** `POST /api/agents/{slug}/follow-ups/{followup_id}/cancel`; cancelling again changes nothing. */
export function postCancel(ports: OperatorPorts): Endpoint {
  return endpoint({ path: AgentFollowupPath, query: FollowupQuery }, async ({ owner: by, path, query }) => {
    const { slug: agent, followup_id } = path;
    const outcome = await cancelWakeAsOperator(ports, { by, agent, session_id: query.session_id, followup_id });
    if (outcome.kind === "closed" && outcome.wake.status === "cancelled")
      return ok(presentOperatorFollowup(outcome.wake));
    return answerOperated(outcome, (wake) => ok(presentOperatorFollowup(wake)));
  });
}
