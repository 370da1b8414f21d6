import type { CellResult } from "../agents/cell.ts";
import { fencedJson } from "../agents/fence.ts";
import { WOKEN_RULES } from "../agents/prompts.ts";
import { TURN } from "../agents/turn-cell.ts";
import { runIdOf } from "../contracts/ids.ts";
import type { Artifact, Run } from "../contracts/records.ts";
import { recentMessages, wokenNote } from "../domain/woken-note.ts";
import { Fault } from "../errors/fault.ts";
import type { Ports } from "../ports/ports.ts";
import type { Execution } from "./cell-context.ts";
import { conversationTurn } from "./conversation-turn.ts";
import { readHistory } from "./read-history.ts";
import { readDelivery } from "./run-context.ts";
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
  const { ground, delivery } = await groundOf(ports, run);
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

type Ground = { readonly ground: Run | null; readonly delivery: Artifact | null };

/**
 * The result that the turn works on: of the run that scheduled it. Where that was a woken turn itself, it made no result
 * but only said something, so the one before it counts, back to the start of the chain.
 */
async function groundOf(ports: Ports, run: Run): Promise<Ground> {
  let at: Run | null = run;
  while (at?.wake !== undefined) {
    at = await ports.runs.readRun({ session_id: run.session_id, turn: at.wake.scheduled_by_turn });
    const delivery: Artifact | null = at === null ? null : await readDelivery(ports, at);
    if (delivery !== null && delivery.cell_id !== TURN) return { ground: at, delivery };
  }
  return { ground: at, delivery: null };
}
