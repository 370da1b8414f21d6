import type { CellDone } from "../../agents/cell.ts";
import { Promised } from "../../agents/promise-cell.ts";
import { PROMISE_RULES } from "../../agents/prompts.ts";
import { runIdOf } from "../../contracts/ids.ts";
import type { JsonObject } from "../../contracts/json.ts";
import { liveStatuses } from "../../domain/runs/live-statuses.ts";
import { Fault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Execution } from "../tasks/cell-context.ts";
import { conversationTurn, messageBlock } from "./conversation-turn.ts";

/**
 * The turn that schedules what a run's first words ask for later, and nothing else, while the work that they ask for now
 * goes on. Nothing is scheduled for a run that has ended; what goes on again after that keeps the promise then.
 * @throws Fault `run_over` (retry), and what a turn throws.
 */
export async function promiseTurn(ports: Ports, execution: Execution, args: JsonObject): Promise<CellDone> {
  const { run } = execution;
  const { asked, event_id, seq } = Promised.parse(args);
  const [mailbox, session] = await Promise.all([
    ports.mailboxes.read(run.session_id),
    ports.mailboxes.readSession(run.session_id),
  ]);
  if (mailbox === null) throw new Fault("mailbox_missing", "retry", { turn: run.turn });
  const { text } = await conversationTurn(ports, {
    ...execution,
    owner: mailbox.owner,
    delivery: null,
    say: messageBlock(asked),
    message: asked,
    rules: [PROMISE_RULES],
    anchor: { channel: session?.channel ?? null, run_id: runIdOf(run.session_id, run.turn), event_id },
    with_cells: false,
    is_woken: false,
    is_step: true,
    since_seq: seq,
  });
  const now = await ports.runs.readRun(run);
  if (now === null || !liveStatuses.includes(now.status)) throw new Fault("run_over", "retry", { turn: run.turn });
  return { content: { text } };
}
