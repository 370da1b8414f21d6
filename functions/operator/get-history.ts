import type { FollowupHistory } from "../../shared/contracts/operator-view.ts";
import { FollowupPath, FollowupQuery } from "../../shared/contracts/parameters.ts";
import { presentLine, presentOperatorFollowup } from "../../shared/domain/present/present-operations.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";

/** `GET /api/followups/{followup_id}/history`: what happened to it, and who made it happen. */
export function getHistory({ wakes, operations }: OperatorPorts): Endpoint {
  return endpoint({ path: FollowupPath, query: FollowupQuery }, async ({ path, query }) => {
    const wake = await wakes.readWake(query.session_id, path.followup_id);
    if (wake === null) return problem("not_found");
    const lines = await operations.history(query.session_id, path.followup_id);
    const body: FollowupHistory = {
      followup: presentOperatorFollowup(wake),
      items: lines.map(presentLine),
      next_cursor: null,
    };
    return ok(body);
  });
}
