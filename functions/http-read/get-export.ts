import { PageQuery, SessionPath } from "../../shared/contracts/parameters.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { answerPage, startOf } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { exportSession } from "../../shared/steps/sessions/export-session.ts";
import { ownSession } from "../../shared/steps/sessions/own-session.ts";

/** `GET /api/sessions/{session_id}/export`: the session as a document, in pages that fit an answer. */
export function getExport({ reader, documents }: ReadPorts): Endpoint {
  return endpoint({ path: SessionPath, query: PageQuery }, async ({ owner, path, query }) => {
    const scope = { owner, list: `export ${path.session_id}` };
    const start = startOf(scope, query.cursor, /^\d{1,10}:[A-Z]+#.+$/s);
    if (start.kind === "invalid") return problem("invalid_cursor");
    const [upTo, after] = start.position === null ? [null, null] : splitOnce(start.position);
    if (after !== null && !documents.isPosition(after)) return problem("invalid_cursor");
    const owned = await ownSession(reader, owner, path.session_id);
    const session = owned.kind === "found" ? await reader.session(path.session_id) : null;
    if (owned.kind === "not_found" || session === null) return problem("not_found");
    const { mailbox } = owned;
    const last = upTo ?? String(mailbox.seq);
    const exported = await exportSession(
      { documents, reader },
      { session, mailbox },
      { after, limit: query.limit, upTo: Number(last) },
    );
    if (exported === null) return problem("not_found");
    const { written, more, ...page } = exported;
    const positionOf = ({ position }: (typeof written)[number]) => `${last}:${position}`;
    const { items, next_cursor } = answerPage(scope, { items: written, more, positionOf });
    return ok({ ...page, items: items.map(({ item }) => item), next_cursor });
  });
}

function splitOnce(position: string): readonly [string, string] {
  const at = position.indexOf(":");
  return [position.slice(0, at), position.slice(at + 1)];
}
