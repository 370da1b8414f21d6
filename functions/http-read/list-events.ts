import { EventsQuery } from "../../shared/contracts/parameters.ts";
import { RunPath } from "../../shared/contracts/run-path.ts";
import { presentEvent } from "../../shared/domain/present/present.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { answerPage, startOf } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { ownRun } from "../../shared/steps/sessions/own-session.ts";
import { waitForEvents } from "../../shared/steps/sessions/wait-for-events.ts";

/** `GET /api/runs/{run_id}/events`: by number; with `wait` it answers when the first event is there or the time is over. */
export function listEvents(ports: ReadPorts): Endpoint {
  return endpoint({ path: RunPath, query: EventsQuery }, async ({ owner, path, query, signal }) => {
    const scope = { owner, list: `events ${path.run_id}` };
    const start = startOf(scope, query.cursor, /^\d{1,10}$/);
    if (start.kind === "invalid") return problem("invalid_cursor");
    const owned = await ownRun(ports.reader, owner, path.run_id);
    if (owned.kind === "not_found") return problem("not_found");
    const { events, more } = await waitForEvents(ports, owned.mailbox, {
      range: { after: Math.max(query.after, Number(start.position ?? 0)), turn: owned.turn, limit: query.limit },
      waitMs: query.wait * 1000,
      signal,
    });
    return ok(answerPage(scope, { items: events.map(presentEvent), more, positionOf: ({ seq }) => String(seq) }));
  });
}
