import type { SessionId } from "../../shared/contracts/ids.ts";
import type { SessionSelfScheduling } from "../../shared/contracts/self-scheduling.ts";
import { presentOverride, presentSettings } from "../../shared/domain/present-operations.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";
import { followUpSettings } from "../../shared/steps/schedule-wake.ts";

/** The settings that count in a session for its agent; null when there is no such session, or no agent for it. */
export async function sessionView(ports: OperatorPorts, sessionId: SessionId): Promise<SessionSelfScheduling | null> {
  const mailbox = await ports.mailboxes.read(sessionId);
  const agent = ports.agents.find(({ slug }) => slug === mailbox?.agent);
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
