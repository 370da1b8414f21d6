import { ok } from "../../shared/runtime/answer.ts";
import { wholePage } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { agentView } from "./agent-view.ts";

/** `GET /api/agents`. */
export function listAgents(ports: OperatorPorts): Endpoint {
  return endpoint({}, async () =>
    ok(wholePage(await Promise.all(ports.agents.map((agent) => agentView(ports, agent))))),
  );
}
