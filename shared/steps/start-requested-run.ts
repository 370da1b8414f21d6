import type { Entry } from "../contracts/records.ts";
import { cancelRun } from "./cancel-run.ts";
import type { Fold, Taken } from "./fold-state.ts";
import { agentOf } from "./run-context.ts";
import { startRunFrom } from "./start-run-from.ts";

/** Starts the run that a `start_run` entry asks for: its first plan, version 1. */
export async function startRequestedRun(fold: Fold, entry: Entry): Promise<Taken> {
  const { ports, mailbox } = fold;
  if (mailbox.active_turn !== undefined) {
    // `rollback`: what goes on is given up first; the next look finds the session free.
    await cancelRun(ports, { owner: mailbox.owner, session_id: mailbox.session_id, turn: mailbox.active_turn });
    return "again";
  }
  const agent = agentOf(ports, entry.agent ?? mailbox.agent);
  return startRunFrom(fold, { entry, agent, turn: entry.turn, verdict: null, source_ids: entry.source_ids ?? [] });
}
