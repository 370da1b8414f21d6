import type { CellResult } from "../../agents/cell.ts";
import type { Agent } from "../../agents/define-agent.ts";
import { fencedJson } from "../../agents/fence.ts";
import { WOKEN_RULES } from "../../agents/prompts.ts";
import { runIdOf } from "../../contracts/ids.ts";
import { recentMessages, wokenNote } from "../../domain/wakes/woken-note.ts";
import { Fault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import { readResult } from "../runs/read-result.ts";
import { readHistory } from "../sessions/read-history.ts";
import type { Execution } from "../tasks/cell-context.ts";
import { followUpSettings } from "../wakes/schedule-wake.ts";
import { conversationTurn } from "./conversation-turn.ts";

/** Of a session's history, as a woken turn looks back; about every third event is something said. */
const EVENTS_BACK = 100;

/**
 * The turn of a wake: the note as an instruction from its earlier self, with context, due time, lateness, what changed
 * since, what was said and depth left; full tools; it may schedule again.
 */
export async function wokenTurn(ports: Ports, execution: Execution): Promise<CellResult> {
  const { agent, run } = execution;
  const { wake } = run;
  if (wake === undefined) throw new Fault("turn_without_wake", "reject", { turn: run.turn });
  const mailbox = await ports.reader.mailbox(run.session_id);
  if (mailbox === null) throw new Fault("mailbox_missing", "retry", { turn: run.turn });
  const after = Math.max(0, mailbox.seq - EVENTS_BACK);
  const { events } = await readHistory(ports.reader, mailbox, { after, turn: null, limit: EVENTS_BACK });
  const { run: ground, ...result } = await readResult(ports, run);
  const maker = ports.agents.find(ground.agent);
  const delivery = maker === undefined ? null : result.delivery;
  const { max_depth } = await followUpSettings(ports, agent, run.session_id);
  const note = wokenNote({ wake, run, ground, events, now: ports.clock.now(), max_depth });
  const answer = await conversationTurn(ports, {
    ...execution,
    agent: maker === undefined ? agent : { ...agent, ...readingOf(maker) },
    owner: mailbox.owner,
    delivery,
    say: fencedJson("wake", note),
    recent: recentMessages(events),
    message: wake.reason,
    rules: [WOKEN_RULES],
    anchor: { ...wake.anchor, run_id: runIdOf(run.session_id, run.turn) },
    with_cells: true,
    is_woken: true,
    since_seq: wake.since_seq,
  });
  return {
    content: { text: answer.text, supported: answer.supported },
    rests_on: [...answer.rests_on, ...(delivery === null ? [] : [delivery.id])],
  };
}

/** Only the agent that made a result knows how to read it, whichever agent is woken to look at it. */
const readingOf = ({ parts, render, evidence }: Agent) => ({ parts, render, evidence });
