import { FollowupPath, FollowupQuery } from "../../shared/contracts/parameters.ts";
import { presentFollowup } from "../../shared/domain/present/present.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { cancelWake } from "../../shared/steps/wakes/cancel-wake.ts";

/** `DELETE /api/followups/{followup_id}`: cancels one that has not fired; canceling again changes nothing. */
export function deleteFollowup(ports: WritePorts): Endpoint {
  return endpoint({ path: FollowupPath, query: FollowupQuery }, async ({ owner, path, query }) => {
    const outcome = await cancelWake(ports, { owner, session_id: query.session_id, followup_id: path.followup_id });
    if (outcome.kind === "not_found") return problem("not_found");
    const followup = presentFollowup(outcome.wake);
    if (followup.status === "cancelled") return ok(followup);
    return problem("followup_closed", { members: { followup } });
  });
}
