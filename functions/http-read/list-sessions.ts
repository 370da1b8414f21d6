import { PageQuery } from "../../shared/contracts/parameters.ts";
import { presentSession } from "../../shared/domain/present/present.ts";
import type { SessionPosition } from "../../shared/ports/reader.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { answerPage, startOf } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";

/** `GET /api/sessions`: the owner's, newest first. */
export function listSessions({ reader }: ReadPorts): Endpoint {
  return endpoint({ query: PageQuery }, async ({ owner, query }) => {
    const scope = { owner, list: "sessions" };
    const start = startOf(scope, query.cursor, /^\d{1,15}:ses_[0-9A-Z]{26}$/);
    if (start.kind === "invalid") return problem("invalid_cursor");
    const { items, more } = await reader.sessions(owner, { after: positionAt(start.position), limit: query.limit });
    const createdAt = new Map(items.map(({ id, created_at }) => [id, created_at]));
    return ok(
      answerPage(scope, {
        items: items.map(presentSession),
        more,
        positionOf: ({ id }) => `${createdAt.get(id)}:${id}`,
      }),
    );
  });
}

/** The last session seen, as a cursor carries it. */
function positionAt(position: string | null): SessionPosition | null {
  if (position === null) return null;
  const [createdAt = "", id = ""] = position.split(":");
  return { created_at: Number(createdAt), id };
}
