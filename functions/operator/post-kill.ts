import { ChainPath } from "../../shared/contracts/operator-parameters.ts";
import type { KilledChain } from "../../shared/contracts/operator-view.ts";
import { FollowupQuery } from "../../shared/contracts/parameters.ts";
import { presentOperatorFollowup } from "../../shared/domain/present/present-operations.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { killChain } from "../../shared/steps/wakes/kill-chain.ts";

/** `POST /api/followup-chains/{root_id}/kill`: stops the chain for good; repeating it changes nothing. */
export function postKill(ports: OperatorPorts): Endpoint {
  return endpoint({ path: ChainPath, query: FollowupQuery }, async ({ owner: by, path, query }) => {
    const { root_id } = path;
    const { session_id } = query;
    const outcome = await killChain(ports, { by, session_id, root_id });
    if (outcome.kind === "not_found") return problem("not_found");
    const cancelled = outcome.cancelled.map(presentOperatorFollowup);
    const body: KilledChain = { root_id, session_id, cancelled };
    return ok(body);
  });
}
