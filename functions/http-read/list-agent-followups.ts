import { AgentPath, PageQuery } from "../../shared/contracts/parameters.ts";
import { presentFollowup } from "../../shared/domain/present.ts";
import type { WakePosition } from "../../shared/ports/reader.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { answerPage, startOf } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";

const position = /^(\d{1,15}) (ses_[0-9A-Z]{26}) (fu_[0-9A-Z]{26})$/;

/** `GET /api/agents/{slug}/follow-ups`: those that wake the agent, of every session and status, newest first. */
export function listAgentFollowups({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: AgentPath, query: PageQuery }, async ({ owner, path, query }) => {
    const scope = { owner, list: `agent ${path.slug}` };
    const start = startOf(scope, query.cursor, position);
    if (start.kind === "invalid") return problem("invalid_cursor");
    const page = { after: start.position === null ? null : wakeAt(start.position), limit: query.limit };
    const { items, more } = await reader.wakesOfAgent(path.slug, page);
    const positions = new Map(items.map((wake) => [wake.followup_id, placeOf(wake)]));
    const positionOf = (shown: { readonly followup_id: string }) => positions.get(shown.followup_id) ?? "";
    return ok(answerPage(scope, { items: items.map(presentFollowup), more, positionOf }));
  });
}

function placeOf(wake: WakePosition): string {
  return `${wake.created_at} ${wake.session_id} ${wake.followup_id}`;
}

function wakeAt(place: string): WakePosition {
  const [, created = "0", session = "", followup = ""] = position.exec(place) ?? [];
  return { created_at: Number(created), session_id: session, followup_id: followup };
}
