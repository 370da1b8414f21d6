import { PageQuery, SessionPath } from "../../shared/contracts/parameters.ts";
import { presentMemory } from "../../shared/domain/present/present.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { answerPage, startOf } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { ownSession } from "../../shared/steps/sessions/own-session.ts";

/** `GET /api/sessions/{session_id}/memory`: what later turns can use. */
export function listMemory({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: SessionPath, query: PageQuery }, async ({ owner, path, query }) => {
    const scope = { owner, list: `memory ${path.session_id}` };
    const start = startOf(scope, query.cursor, /^[\w:#.-]{1,200}$/);
    if (start.kind === "invalid") return problem("invalid_cursor");
    const owned = await ownSession(reader, owner, path.session_id);
    if (owned.kind === "not_found") return problem("not_found");
    const { items, more } = await reader.memories(path.session_id, { after: start.position, limit: query.limit });
    return ok(answerPage(scope, { items: items.map(presentMemory), more, positionOf: ({ id }) => id }));
  });
}
