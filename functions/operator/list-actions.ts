import { PageQuery } from "../../shared/contracts/parameters.ts";
import { presentAction } from "../../shared/domain/present/present-operations.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { answerPage, startOf } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";

const position = /^(\d{1,15}) ([0-9A-Z]{26})$/;

/** `GET /api/operations/actions`: what operators did, newest first. */
export function listActions({ operations }: OperatorPorts): Endpoint {
  return endpoint({ query: PageQuery }, async ({ owner, query }) => {
    const scope = { owner, list: "operator actions" };
    const start = startOf(scope, query.cursor, position);
    if (start.kind === "invalid") return problem("invalid_cursor");
    const [, at = "0", id = ""] = position.exec(start.position ?? "") ?? [];
    const after = start.position === null ? null : { at: Number(at), id };
    const { items, more } = await operations.actions({ after, limit: query.limit });
    const positionOf = (shown: { readonly at: string; readonly id: string }) => `${Date.parse(shown.at)} ${shown.id}`;
    return ok(answerPage(scope, { items: items.map(presentAction), more, positionOf }));
  });
}
