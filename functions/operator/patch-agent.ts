import { AgentPath } from "../../shared/contracts/parameters.ts";
import { ChangeSelfScheduling } from "../../shared/contracts/self-scheduling.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { changeSelfScheduling } from "../../shared/steps/wakes/change-self-scheduling.ts";
import { agentView } from "./agent-view.ts";

/** `PATCH /api/agents/{slug}`: switches its self-scheduling, or changes its limits, from now on. */
export function patchAgent(ports: OperatorPorts): Endpoint {
  return endpoint({ path: AgentPath, body: ChangeSelfScheduling }, async ({ owner, path, body }) => {
    const agent = ports.agents.find(({ slug }) => slug === path.slug);
    if (agent === undefined) return problem("not_found");
    await changeSelfScheduling(ports, owner, { agent: agent.slug }, body);
    return ok(await agentView(ports, agent));
  });
}
