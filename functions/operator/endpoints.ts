import type { Endpoint } from "../../shared/runtime/endpoint.ts";
import type { Log } from "../../shared/runtime/log.ts";
import { nudgingAtBest } from "../../shared/runtime/nudging-at-best.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { getAgent } from "./get-agent.ts";
import { getHistory } from "./get-history.ts";
import { getSessionSettings } from "./get-session-settings.ts";
import { listActions } from "./list-actions.ts";
import { listAgentFollowups } from "./list-agent-followups.ts";
import { listAgents } from "./list-agents.ts";
import { listDeadLetters } from "./list-dead-letters.ts";
import { listOverdue } from "./list-overdue.ts";
import { patchAgent } from "./patch-agent.ts";
import { patchSessionSettings } from "./patch-session-settings.ts";
import { postCancel } from "./post-cancel.ts";
import { postFire } from "./post-fire.ts";
import { postKill } from "./post-kill.ts";
import { postRedrive } from "./post-redrive.ts";
import { postReschedule } from "./post-reschedule.ts";

/** The routes of this function, by route key. */
export function operatorEndpoints(given: OperatorPorts, log: Log): Readonly<Record<string, Endpoint>> {
  const ports = nudgingAtBest(given, log);
  return {
    "GET /api/agents": listAgents(ports),
    "GET /api/agents/{slug}": getAgent(ports),
    "PATCH /api/agents/{slug}": patchAgent(ports),
    "GET /api/agents/{slug}/follow-ups": listAgentFollowups(ports),
    "POST /api/agents/{slug}/follow-ups/{followup_id}/fire": postFire(ports),
    "POST /api/agents/{slug}/follow-ups/{followup_id}/reschedule": postReschedule(ports),
    "POST /api/agents/{slug}/follow-ups/{followup_id}/cancel": postCancel(ports),
    "POST /api/followup-chains/{root_id}/kill": postKill(ports),
    "GET /api/followups/{followup_id}/history": getHistory(ports),
    "GET /api/sessions/{session_id}/self-scheduling": getSessionSettings(ports),
    "PATCH /api/sessions/{session_id}/self-scheduling": patchSessionSettings(ports),
    "GET /api/operations/overdue": listOverdue(ports),
    "GET /api/operations/dead-letters": listDeadLetters(ports),
    "POST /api/operations/dead-letters/{queue}/redrive": postRedrive(ports),
    "GET /api/operations/actions": listActions(ports),
  };
}
