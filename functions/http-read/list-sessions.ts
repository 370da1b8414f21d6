import { PageQuery } from "../../shared/contracts/parameters.ts";
import { presentSession } from "../../shared/domain/present.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { answerPage, startOf } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";

/** `GET /api/sessions`: the owner's, newest first. */
export function listSessions({ reader }: ReadPorts): Endpoint {
  return endpoint({ query: PageQuery }, async ({ owner, query }) => {
    const scope = { owner, list: "sessions" };
    const start = startOf(scope, query.cursor, /^ses_[0-9A-Z]{26}$/);
    if (start.kind === "invalid") return problem("invalid_cursor");
    const { items, more } = await reader.sessions(owner, { after: start.position, limit: query.limit });
    return ok(answerPage(scope, { items: items.map(presentSession), more, positionOf: ({ id }) => id }));
  });
}
