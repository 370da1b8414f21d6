import { PageQuery, SessionPath } from "../../shared/contracts/parameters.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { answerPage, startOf } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { ownSession } from "../../shared/steps/sessions/own-session.ts";
import { readMessages } from "../../shared/steps/sessions/read-messages.ts";

/** `GET /api/sessions/{session_id}/messages`: what was said, oldest first. */
export function listMessages({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: SessionPath, query: PageQuery }, async ({ owner, path, query }) => {
    const scope = { owner, list: `messages ${path.session_id}` };
    const start = startOf(scope, query.cursor, /^\d{1,10}$/);
    if (start.kind === "invalid") return problem("invalid_cursor");
    const owned = await ownSession(reader, owner, path.session_id);
    if (owned.kind === "not_found") return problem("not_found");
    const range = { after: Number(start.position ?? 0), limit: query.limit };
    const { messages, more } = await readMessages(reader, owned.mailbox, range);
    return ok(answerPage(scope, { items: messages, more, positionOf: ({ seq }) => String(seq) }));
  });
}
