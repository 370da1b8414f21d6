import type { Entry, Verdict } from "../../contracts/records.ts";
import { DELIVER } from "../../domain/runs/plan-check.ts";
import { Fault } from "../../errors/fault.ts";
import { type Fold, refuseEntries, type Taken } from "../fold/fold-state.ts";
import { readAsked } from "../fold/match-entry.ts";
import { commitRevision } from "../versions/commit-revision.ts";
import { agentOf } from "./run-context.ts";
import { causeOf } from "./start-run-from.ts";

const verdict: Verdict = { route: "revise_run", reason: "it asks for what failed to be done again", by: "rules" };

/**
 * Does a run again that failed: a new version of the very plan that failed, so that what is done is reused and nothing is
 * planned anew. It stands in for that version, so taking the last change back takes back what the person asked for before.
 * A run that goes on or ended well meanwhile is left alone.
 */
export async function retryRun(fold: Fold, entry: Entry): Promise<Taken> {
  const { ports } = fold;
  const run = await ports.runs.readRun({ session_id: fold.mailbox.session_id, turn: entry.turn });
  if (run?.status !== "failed") return refuseEntries(fold, [entry], { reason: "run_not_failed" });
  const current = await ports.runs.readRevision(run, run.dag_version);
  if (current === null) throw new Fault("revision_missing", "retry", { turn: run.turn, version: run.dag_version });
  const { failure: _failure, ...before } = run;
  const dag_version = run.dag_version + 1;
  return commitRevision(fold, {
    agent: agentOf(ports, run.agent),
    before: run,
    next: { ...before, status: "queued", dag_version, rev: run.rev + 1, updated_at: ports.clock.now() },
    current,
    base_version: current.base_version,
    plan: {
      nodes: current.nodes.filter(({ step_id }) => step_id !== DELIVER),
      brief: current.brief,
      caused_by: [causeOf(entry, verdict, [])],
    },
    change: { close: [{ entry, verdict, disposition: { kind: "merged", dag_version } }] },
    questions: await readAsked(ports, run, [entry]),
  });
}
