import { AgentFollowupPath } from "../../shared/contracts/operator-parameters.ts";
import { FollowupQuery } from "../../shared/contracts/parameters.ts";
import { Reschedule } from "../../shared/contracts/self-scheduling.ts";
import { presentOperatorFollowup } from "../../shared/domain/present/present-operations.ts";
import { atTime, inTime, wakeTimeRules } from "../../shared/domain/wakes/wake-time.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { rescheduleWake } from "../../shared/steps/wakes/operate-wake.ts";
import { answerOperated } from "./answer-operated.ts";

/** `POST /api/agents/{slug}/follow-ups/{followup_id}/reschedule`: another due time, by the clock of this system. */
export function postReschedule(ports: OperatorPorts): Endpoint {
  return endpoint(
    { path: AgentFollowupPath, query: FollowupQuery, body: Reschedule },
    async ({ owner: by, path, query, body }) => {
      const now = ports.clock.now();
      const field = body.in === undefined ? "at" : "in";
      const time = body.in === undefined ? atTime(body.at ?? "", now) : inTime(body.in, now);
      if (time.kind === "refused")
        return problem("invalid_request", {
          errors: [{ pointer: `/${field}`, detail: `allowed is ${wakeTimeRules[field]}` }],
        });
      const { slug: agent, followup_id } = path;
      const operated = { by, agent, session_id: query.session_id, followup_id };
      const outcome = await rescheduleWake(ports, operated, time.at);
      return answerOperated(outcome, (wake) => ok(presentOperatorFollowup(wake)));
    },
  );
}
