import { FollowupPath, FollowupQuery } from "../../shared/contracts/parameters.ts";
import { presentFollowup } from "../../shared/domain/present/present.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { ownSession } from "../../shared/steps/sessions/own-session.ts";

/** `GET /api/followups/{followup_id}`: one record, of any status. */
export function getFollowup({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: FollowupPath, query: FollowupQuery }, async ({ owner, path, query }) => {
    const owned = await ownSession(reader, owner, query.session_id);
    if (owned.kind === "not_found") return problem("not_found");
    const wake = await reader.wake(query.session_id, path.followup_id);
    return wake === null ? problem("not_found") : ok(presentFollowup(wake));
  });
}
