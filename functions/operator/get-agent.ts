import { AgentPath } from "../../shared/contracts/parameters.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { agentView } from "./agent-view.ts";

/** `GET /api/agents/{slug}`. */
export function getAgent(ports: OperatorPorts): Endpoint {
  return endpoint({ path: AgentPath }, async ({ path }) => {
    const agent = ports.agents.find(({ slug }) => slug === path.slug);
    return agent === undefined ? problem("not_found") : ok(await agentView(ports, agent));
  });
}
