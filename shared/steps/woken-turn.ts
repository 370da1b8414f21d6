import type { CellResult } from "../agents/cell.ts";
import { fencedJson } from "../agents/fence.ts";
import { WOKEN_RULES } from "../agents/prompts.ts";
import { runIdOf } from "../contracts/ids.ts";
import { recentMessages, wokenNote } from "../domain/woken-note.ts";
import { Fault } from "../errors/fault.ts";
import type { Ports } from "../ports/ports.ts";
import type { Execution } from "./cell-context.ts";
import { conversationTurn } from "./conversation-turn.ts";
import { readHistory } from "./read-history.ts";
import { readResult } from "./read-result.ts";
import { followUpSettings } from "./schedule-wake.ts";

/** Of a session's history, as a woken turn looks back; about every third event is something said. */
const EVENTS_BACK = 100;

/**
 * The turn of a wake: the note as an instruction from its earlier self, with context, due time, lateness, what changed
 * since, what was said and depth left; full tools; it may schedule again (sources/formation-follow-ups, "When it fires").
 */
export async function wokenTurn(ports: Ports, execution: Execution): Promise<CellResult> {
  const { agent, run } = execution;
  const { wake } = run;
  if (wake === undefined) throw new Fault("turn_without_wake", "reject", { turn: run.turn });
  const mailbox = await ports.reader.mailbox(run.session_id);
  if (mailbox === null) throw new Fault("mailbox_missing", "retry", { turn: run.turn });
  const after = Math.max(0, mailbox.seq - EVENTS_BACK);
  const { events } = await readHistory(ports.reader, mailbox, { after, turn: null, limit: EVENTS_BACK });
  const { run: ground, delivery } = await readResult(ports, run);
  const { max_depth } = await followUpSettings(ports, agent, run.session_id);
  const note = wokenNote({ wake, run, ground, events, now: ports.clock.now(), max_depth });
  const answer = await conversationTurn(ports, {
    ...execution,
    owner: mailbox.owner,
    delivery,
    say: [fencedJson("memory", { conversation: recentMessages(events) }), fencedJson("wake", note)].join("\n"),
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
