import type { AgentView } from "../../shared/contracts/self-scheduling.ts";
import { presentOverride, presentSettings } from "../../shared/domain/present/present-operations.ts";
import { settingsWith } from "../../shared/domain/wakes/wake-settings.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";

type Agent = OperatorPorts["agents"][number];

/** An agent as it is answered, with what operators have set. */
export async function agentView({ operations }: OperatorPorts, agent: Agent): Promise<AgentView> {
  const override = await operations.readOverride({ agent: agent.slug });
  const counts = settingsWith(agent.follow_ups, { agent: override?.settings ?? null, session: null });
  return {
    slug: agent.slug,
    title: agent.title,
    kind: agent.kind,
    can_call: [...agent.can_call],
    ...presentSettings(counts),
    declared: presentSettings(agent.follow_ups),
    override: presentOverride(override),
    wake_up: agent.wake_up.map(({ name, cron, time_zone }) => ({ name, cron, time_zone })),
  };
}
