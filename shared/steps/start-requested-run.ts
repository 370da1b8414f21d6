import { type Entry, terminalStatuses } from "../contracts/records.ts";
import { commitCancel } from "./cancel-run.ts";
import { type Fold, heldBy, type Taken, takenOf } from "./fold-state.ts";
import { agentOf } from "./run-context.ts";
import { startRunFrom } from "./start-run-from.ts";

/** Starts the run that a `start_run` entry asks for: its first plan, version 1. */
export async function startRequestedRun(fold: Fold, entry: Entry): Promise<Taken> {
  const { ports, mailbox } = fold;
  if (mailbox.active_turn !== undefined) return giveUp(fold, mailbox.active_turn);
  const agent = agentOf(ports, entry.agent ?? mailbox.agent);
  return startRunFrom(fold, { entry, agent, turn: entry.turn, verdict: null, source_ids: entry.source_ids ?? [] });
}

/** `rollback`: what goes on is given up first, with what it made; the next look finds the session free. */
async function giveUp(fold: Fold, turn: number): Promise<Taken> {
  const { ports, mailbox } = fold;
  const run = await ports.runs.readRun({ session_id: mailbox.session_id, turn });
  if (run === null || terminalStatuses.includes(run.status)) return "again";
  return takenOf(await commitCancel(ports, run, { work: "discard", held: heldBy(fold) }));
}
