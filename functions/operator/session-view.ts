import type { Agent } from "../../shared/agents/define-agent.ts";
import type { SessionId } from "../../shared/contracts/ids.ts";
import type { SessionSelfScheduling } from "../../shared/contracts/self-scheduling.ts";
import { presentOverride, presentSettings } from "../../shared/domain/present/present-operations.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { followUpSettings } from "../../shared/steps/wakes/schedule-wake.ts";

/** The agent of a session; undefined when there is no such session, or its agent is not of this deployment any more. */
export async function sessionAgent(
  { mailboxes, agents }: OperatorPorts,
  sessionId: SessionId,
): Promise<Agent | undefined> {
  const mailbox = await mailboxes.read(sessionId);
  return agents.find(({ slug }) => slug === mailbox?.agent);
}

/** The settings that count in a session for its agent; null when there is no such session, or no agent for it. */
export async function sessionView(ports: OperatorPorts, sessionId: SessionId): Promise<SessionSelfScheduling | null> {
  const agent = await sessionAgent(ports, sessionId);
  if (agent === undefined) return null;
  const counts = await followUpSettings(ports, agent, sessionId);
  const override = await ports.operations.readOverride({ session_id: sessionId });
  return {
    session_id: sessionId,
    agent: agent.slug,
    ...presentSettings(counts),
    override: presentOverride(override),
  };
}
