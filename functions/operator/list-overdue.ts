import type { OverdueView } from "../../shared/contracts/operator-view.ts";
import { timestamp } from "../../shared/contracts/timestamp.ts";
import type { Overdue } from "../../shared/ports/attention.ts";
import { ok } from "../../shared/runtime/answer.ts";
import { wholePage } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";

const MAX_ITEMS = 100;

/** `GET /api/operations/overdue`: the longest overdue first. */
export function listOverdue({ attention, clock }: OperatorPorts): Endpoint {
  return endpoint({}, async () => {
    const now = clock.now();
    const overdue = [...(await attention.overdue(now, MAX_ITEMS))].sort((a, b) => a.since - b.since);
    return ok(wholePage(overdue.slice(0, MAX_ITEMS).map((one) => present(one, now))));
  });
}

function present(overdue: Overdue, now: number): OverdueView {
  return {
    kind: overdue.kind,
    session_id: overdue.session_id,
    followup_id: overdue.kind === "wake" ? overdue.followup_id : null,
    since: timestamp(overdue.since),
    overdue_seconds: Math.floor((now - overdue.since) / 1000),
  };
}
