import { AgentFollowupsQuery } from "../../shared/contracts/operator-parameters.ts";
import { AgentPath } from "../../shared/contracts/parameters.ts";
import { presentOperatorFollowup } from "../../shared/domain/present/present-operations.ts";
import type { WakeFilter } from "../../shared/ports/operations.ts";
import type { WakePosition } from "../../shared/ports/reader.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { answerPage, startOf } from "../../shared/runtime/answer-page.ts";
import { encodeCursor } from "../../shared/runtime/cursor.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";

const position = /^(\d{1,15}) (ses_[0-9A-Z]{26}) (fu_[0-9A-Z]{26})$/;

/** `GET /api/agents/{slug}/follow-ups`: those that wake the agent, of every session, newest first. */
export function listAgentFollowups({ operations }: OperatorPorts): Endpoint {
  return endpoint({ path: AgentPath, query: AgentFollowupsQuery }, async ({ owner, path, query }) => {
    const filter = filterOf(query);
    const scope = { owner, list: `agent ${path.slug} ${JSON.stringify(filter)}` };
    const start = startOf(scope, query.cursor, position);
    if (start.kind === "invalid") return problem("invalid_cursor");
    const after = start.position === null ? null : wakeAt(start.position);
    const { items, next } = await operations.findWakes(path.slug, filter, { after, limit: query.limit });
    const places = new Map(items.map((wake) => [wake.followup_id, placeOf(wake)]));
    const page = answerPage(scope, {
      items: items.map(presentOperatorFollowup),
      more: next !== null,
      positionOf: ({ followup_id }) => places.get(followup_id) ?? "",
    });
    // What was looked at reaches further than what was found.
    const isWhole = page.items.length === items.length;
    return ok(isWhole && next !== null ? { ...page, next_cursor: encodeCursor(scope, placeOf(next)) } : page);
  });
}

function filterOf({ status, session_id, from, to }: AgentFollowupsQuery): WakeFilter {
  return {
    ...(status === undefined ? {} : { status }),
    ...(session_id === undefined ? {} : { session_id }),
    ...(from === undefined ? {} : { from: Date.parse(from) }),
    ...(to === undefined ? {} : { to: Date.parse(to) }),
  };
}

const placeOf = (wake: WakePosition): string => `${wake.created_at} ${wake.session_id} ${wake.followup_id}`;

function wakeAt(place: string): WakePosition {
  const [, created = "0", session = "", followup = ""] = position.exec(place) ?? [];
  return { created_at: Number(created), session_id: session, followup_id: followup };
}
