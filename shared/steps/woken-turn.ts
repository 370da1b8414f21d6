import type { CellResult } from "../agents/cell.ts";
import { fencedJson } from "../agents/fence.ts";
import { WOKEN_RULES } from "../agents/prompts.ts";
import { runIdOf } from "../contracts/ids.ts";
import { Fault } from "../errors/fault.ts";
import type { Ports } from "../ports/ports.ts";
import type { Execution } from "./cell-context.ts";
import { conversationTurn } from "./conversation-turn.ts";
import { readDelivery } from "./run-context.ts";

/**
 * The turn of a wake: the note as an instruction from its earlier self, with context, due time, lateness, what changed
 * since and depth left; full tools; it may schedule again (sources/formation-follow-ups, "When it fires").
 */
export async function wokenTurn(ports: Ports, execution: Execution): Promise<CellResult> {
  const { agent, run } = execution;
  const { wake } = run;
  if (wake === undefined) throw new Fault("turn_without_wake", "reject", { turn: run.turn });
  const mailbox = await ports.mailboxes.read(run.session_id);
  if (mailbox === null) throw new Fault("mailbox_missing", "retry", { turn: run.turn });
  const by = await ports.runs.readRun({ session_id: run.session_id, turn: wake.scheduled_by_turn });
  const delivery = by === null ? null : await readDelivery(ports, by);
  const changed = by !== null && by.updated_at > wake.scheduled_at;
  const note = {
    followup_id: wake.followup_id,
    note: wake.reason,
    context: wake.context,
    due_at: new Date(wake.due_at).toISOString(),
    now: new Date(ports.clock.now()).toISOString(),
    late_seconds: Math.max(0, Math.round((wake.fired_at - wake.due_at) / 1000)),
    changed_since: {
      runs_started: run.turn - wake.scheduled_by_turn - 1,
      result_revised: changed,
      dag_version: by?.dag_version ?? null,
    },
    depth_left: Math.max(0, agent.follow_ups.max_depth - wake.depth),
  };
  const answer = await conversationTurn(ports, {
    ...execution,
    owner: mailbox.owner,
    delivery,
    say: fencedJson("wake", note),
    message: wake.reason,
    rules: [WOKEN_RULES],
    anchor: { ...wake.anchor, run_id: runIdOf(run.session_id, run.turn) },
    with_cells: true,
  });
  return {
    content: { text: answer.text, supported: answer.supported },
    rests_on: [...answer.rests_on, ...(delivery === null ? [] : [delivery.id])],
  };
}
