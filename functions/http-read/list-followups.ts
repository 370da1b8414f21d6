import { FollowupQuery } from "../../shared/contracts/parameters.ts";
import { presentFollowup } from "../../shared/domain/present/present.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { wholePage } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { ownSession } from "../../shared/steps/sessions/own-session.ts";

/** `GET /api/followups`: those of a session that are pending, soonest first, in one page. */
export function listFollowups({ reader }: ReadPorts): Endpoint {
  return endpoint({ query: FollowupQuery }, async ({ owner, query }) => {
    const owned = await ownSession(reader, owner, query.session_id);
    if (owned.kind === "not_found") return problem("not_found");
    const wakes = await reader.pendingWakes(query.session_id);
    return ok(wholePage(wakes.map(presentFollowup)));
  });
}
