import { type Entry, type Run, terminalStatuses } from "../../contracts/records.ts";
import { type Fold, heldBy, type Taken, takenOf } from "../fold/fold-state.ts";
import { commitCancel } from "./cancel-run.ts";
import { agentOf } from "./run-context.ts";
import { startRunFrom } from "./start-run-from.ts";

/** Starts the run that a `start_run` entry asks for: its first plan, version 1. */
export async function startRequestedRun(fold: Fold, entry: Entry): Promise<Taken> {
  const { ports, mailbox } = fold;
  if (mailbox.active_turn !== undefined) return giveUp(fold, mailbox.active_turn);
  const agent = agentOf(ports, entry.agent ?? mailbox.agent);
  const source_ids = entry.source_ids ?? (await sourcesBefore(fold, entry.turn));
  return startRunFrom(fold, { entry, agent, turn: entry.turn, verdict: null, source_ids });
}

/** Runs that were withdrawn before they started leave their numbers; further back nobody looks. */
const LOOKS_BACK = 8;

/** The sources of the latest run before this one: mostly one read, and none in a new session. */
async function sourcesBefore({ ports, mailbox }: Fold, turn: number): Promise<Run["source_ids"]> {
  for (let before = turn - 1; before >= Math.max(1, turn - LOOKS_BACK); before -= 1) {
    const run = await ports.runs.readRun({ session_id: mailbox.session_id, turn: before });
    if (run !== null) return run.source_ids;
  }
  return [];
}

/** `rollback`: what goes on is given up first, with what it made; the next look finds the session free. */
async function giveUp(fold: Fold, turn: number): Promise<Taken> {
  const { ports, mailbox } = fold;
  const run = await ports.runs.readRun({ session_id: mailbox.session_id, turn });
  if (run === null || terminalStatuses.includes(run.status)) return "again";
  return takenOf(await commitCancel(ports, run, { work: "discard", held: heldBy(fold) }));
}
