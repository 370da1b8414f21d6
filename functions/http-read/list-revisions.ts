import { PageQuery } from "../../shared/contracts/parameters.ts";
import { RunPath } from "../../shared/contracts/run-path.ts";
import { presentRevision } from "../../shared/domain/present/present.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { answerPage, startOf } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { findRun } from "../../shared/steps/runs/show-run.ts";
import { ownRun } from "../../shared/steps/sessions/own-session.ts";

/** `GET /api/runs/{run_id}/revisions`: committed plans, oldest first. */
export function listRevisions({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: RunPath, query: PageQuery }, async ({ owner, path, query }) => {
    const scope = { owner, list: `revisions ${path.run_id}` };
    const start = startOf(scope, query.cursor, /^[1-9]\d{0,5}$/);
    if (start.kind === "invalid") return problem("invalid_cursor");
    const owned = await ownRun(reader, owner, path.run_id);
    if (owned.kind === "not_found") return problem("not_found");
    const stored = await findRun(reader, owned.mailbox, owned.turn);
    if (stored.kind === "not_found") return problem("not_found");
    const page = { after: start.position === null ? null : Number(start.position), limit: query.limit };
    const { items, more } = await reader.revisions(owned.mailbox.session_id, owned.turn, page);
    const positionOf = (one: { readonly dag_version: number }) => String(one.dag_version);
    return ok(answerPage(scope, { items: items.map(presentRevision), more, positionOf }));
  });
}
