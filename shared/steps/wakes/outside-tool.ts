import type { Agent } from "../../agents/define-agent.ts";
import type { ToolOutcome } from "../../agents/turn-tool.ts";
import { runIdOf, SessionId } from "../../contracts/ids.ts";
import type { Mailbox } from "../../contracts/records.ts";
import type { Ports } from "../../ports/ports.ts";
import { offeredTools } from "../../tools/offered-tools.ts";
import type { OutsideCall } from "../../tools/outside-call.ts";
import { refuse } from "./schedule-answer.ts";
import type { SchedulePorts, Scheduler } from "./schedule-wake.ts";
import { schedulingTools } from "./scheduling-tools.ts";

/** What a tool call from outside needs. */
export type OutsidePorts = SchedulePorts & Pick<Ports, "agents" | "runs">;

/**
 * Answers a tool call of an agent that runs elsewhere, with the same command as a turn here. Whose conversation it is
 * comes from the application around that agent; a pair of owner and session that do not belong together is refused like
 * one that does not exist. `key` names the call for its retries.
 */
export async function outsideTool(ports: OutsidePorts, call: OutsideCall, key: string): Promise<ToolOutcome> {
  const now = ports.clock.now();
  if (!offeredTools.some(({ name }) => name === call.tool)) {
    const names = offeredTools.map(({ name }) => name).join(", ");
    return refuse(now, `There is no tool ${JSON.stringify(call.tool.slice(0, 60))}. There are ${names}.`);
  }
  const session = SessionId.safeParse(call.session_id);
  if (call.owner === null || !session.success) return refuse(now, noConversation);
  const mailbox = await ports.mailboxes.read(session.data);
  if (mailbox === null || mailbox.owner !== call.owner) return refuse(now, unknownConversation);
  const by = await schedulerOf(ports, mailbox, { tool: call.tool, key });
  if (by === null) return refuse(now, nothingYet);
  const tools = await schedulingTools(ports, by);
  const tool = tools.find(({ spec }) => spec.name === call.tool);
  if (tool === undefined) return refuse(now, switchedOff);
  return tool.run(call.input, { key, round: 1 });
}

const noConversation =
  "This call does not say which conversation it belongs to. The application that runs this agent must name owner and session; the agent cannot.";
const unknownConversation = "There is no such conversation.";
const nothingYet = "Nothing was said in this conversation yet, so there is nothing to come back to.";
const switchedOff = "Self-scheduling is switched off for this agent.";

type Call = { readonly tool: string; readonly key: string };

/** The call as one of the session's own agent, at the run that goes on or was the last. */
async function schedulerOf(ports: OutsidePorts, mailbox: Mailbox, { tool, key }: Call): Promise<Scheduler | null> {
  const { session_id, owner, active_turn } = mailbox;
  const agent = ports.agents.find(mailbox.agent);
  const run = await ports.runs.readRun({ session_id, turn: active_turn ?? mailbox.turns });
  const session = await ports.mailboxes.readSession(session_id);
  if (agent === undefined || run === null || session === null) return null;
  return {
    session_id,
    owner,
    agent: speaking(agent, tool),
    run,
    // Only while a woken run goes on can a call belong to its chain.
    is_woken: active_turn !== undefined && run.wake !== undefined,
    anchor: { channel: session.channel, run_id: runIdOf(session_id, run.turn), event_id: null },
    since_seq: mailbox.seq,
    key: `outside/${key}`,
  };
}

/** The agent with the dialect that was called. */
function speaking(agent: Agent, tool: string): Agent {
  const dialect = tool === "schedule_followup" ? "schedule_followup" : "schedule_follow_up";
  return { ...agent, follow_ups: { ...agent.follow_ups, dialect } };
}
