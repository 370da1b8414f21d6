import { AgentFollowupPath } from "../../shared/contracts/operator-parameters.ts";
import { FollowupQuery } from "../../shared/contracts/parameters.ts";
import { presentOperatorFollowup } from "../../shared/domain/present/present-operations.ts";
import { accepted } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { fireWake } from "../../shared/steps/wakes/operate-wake.ts";
import { answerOperated } from "./answer-operated.ts";

/** `POST /api/agents/{slug}/follow-ups/{followup_id}/fire`: due now. */
export function postFire(ports: OperatorPorts): Endpoint {
  return endpoint({ path: AgentFollowupPath, query: FollowupQuery }, async ({ owner: by, path, query }) => {
    const { slug: agent, followup_id } = path;
    const { session_id } = query;
    const outcome = await fireWake(ports, { by, agent, session_id, followup_id });
    // Where its owner reads it is closed to operators.
    const location = `/api/followups/${followup_id}/history?session_id=${session_id}`;
    return answerOperated(outcome, (wake) => accepted(location, presentOperatorFollowup(wake)));
  });
}
