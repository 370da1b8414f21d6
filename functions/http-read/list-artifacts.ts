import { PageQuery } from "../../shared/contracts/parameters.ts";
import { RunPath } from "../../shared/contracts/run-path.ts";
import { presentArtifactSummary } from "../../shared/domain/present/present.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { answerPage, startOf } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { findRun } from "../../shared/steps/runs/show-run.ts";
import { ownRun } from "../../shared/steps/sessions/own-session.ts";

/** `GET /api/runs/{run_id}/artifacts`: without their content, of every version. */
export function listArtifacts({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: RunPath, query: PageQuery }, async ({ owner, path, query }) => {
    const scope = { owner, list: `artifacts ${path.run_id}` };
    const start = startOf(scope, query.cursor, /^art_[0-9A-Z]{26}$/);
    if (start.kind === "invalid") return problem("invalid_cursor");
    const owned = await ownRun(reader, owner, path.run_id);
    if (owned.kind === "not_found") return problem("not_found");
    const stored = await findRun(reader, owned.mailbox, owned.turn);
    if (stored.kind === "not_found") return problem("not_found");
    const page = { after: start.position, limit: query.limit };
    const { items, more } = await reader.artifacts(owned.mailbox.session_id, owned.turn, page);
    return ok(answerPage(scope, { items: items.map(presentArtifactSummary), more, positionOf: ({ id }) => id }));
  });
}
