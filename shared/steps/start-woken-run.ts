import { TURN } from "../agents/turn-cell.ts";
import { runIdOf } from "../contracts/ids.ts";
import type { Entry, Run } from "../contracts/records.ts";
import type { Wake } from "../contracts/wake.ts";
import { commitVersion } from "./commit-version.ts";
import { dispatchReady } from "./dispatch.ts";
import { closeEntries, type Fold, type Taken, takenOf } from "./fold-state.ts";
import { makeVersion } from "./make-version.ts";
import { causeOf } from "./start-run-from.ts";

/**
 * Starts the run of a wake that rang. The row becomes `fired` in the transaction that creates the run, and only while no
 * other run goes on (invariants 5 and 6). No intake: nothing is classified, the note is the instruction.
 */
export async function startWokenRun(fold: Fold, entry: Entry): Promise<Taken> {
  const { ports, mailbox } = fold;
  if (entry.origin.type !== "wake") return closeEntries(fold, [entry], { kind: "refused", reason: "not_a_wake" });
  const wake = await ports.wakes.readWake(mailbox.session_id, entry.origin.followup_id);
  if (wake === null || wake.status !== "scheduled") {
    return closeEntries(fold, [entry], { kind: "refused", reason: `followup_${wake?.status ?? "unknown"}` });
  }
  if (ports.agents.find(wake.target) === undefined) return drop(fold, entry, wake, "agent_removed");
  return fire(fold, entry, wake);
}

async function fire(fold: Fold, entry: Entry, wake: Wake): Promise<Taken> {
  const { ports, token, mailbox } = fold;
  const agent = ports.agents.find(wake.target);
  if (agent === undefined) return "again";
  const by = await ports.runs.readRun({ session_id: mailbox.session_id, turn: wake.scheduled_by_turn });
  const run = wokenRun(wake, mailbox.turns + 1, by?.source_ids ?? [], ports.clock.now());
  const args = { instruction: wake.reason };
  const plan = {
    nodes: [{ step_id: "turn", cell_id: TURN, title: "Act on the follow-up", args, depends_on: [] }],
    before: [],
    brief: args,
    caused_by: [causeOf(entry, null, wake.reason)],
  };
  const version = await makeVersion(ports, agent, { ...run, now: run.created_at }, plan);
  const run_id = runIdOf(run.session_id, run.turn);
  const outcome = await commitVersion(ports, version, {
    token,
    run,
    expect_rev: null,
    change: {
      close: [{ entry, verdict: null, disposition: { kind: "started_run", run_id } }],
      next_turn: run.turn,
      wakes: { delta: -1 },
    },
    writes: [{ kind: "wake_ended", wake, status: "fired", at: run.created_at, run_id }],
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: run.turn,
        type: "followup_fired",
        payload: { followup_id: wake.followup_id, late_ms: run.created_at - wake.fires_at },
      },
    ],
  });
  if (outcome.kind === "done") await dispatchReady(ports, version.tasks);
  return takenOf(outcome);
}

function wokenRun(wake: Wake, turn: number, source_ids: Run["source_ids"], now: number): Run {
  return {
    session_id: wake.session_id,
    turn,
    agent: wake.target,
    status: "queued",
    dag_version: 1,
    rev: 1,
    input_text: wake.reason,
    parent_turn: wake.scheduled_by_turn,
    source_ids,
    origin: { type: "wake", followup_id: wake.followup_id },
    created_at: now,
    updated_at: now,
    wake: {
      followup_id: wake.followup_id,
      reason: wake.reason,
      context: wake.context,
      due_at: wake.fires_at,
      fired_at: now,
      scheduled_at: wake.created_at,
      scheduled_by_turn: wake.scheduled_by_turn,
      scheduled_by_version: wake.scheduled_by_version,
      depth: wake.depth,
      root_id: wake.root_id,
      anchor: wake.anchor,
      since_seq: 0,
    },
  };
}

async function drop({ ports, token, mailbox }: Fold, entry: Entry, wake: Wake, reason: string): Promise<Taken> {
  const at = ports.clock.now();
  const outcome = await ports.ledger.commit({
    session_id: mailbox.session_id,
    at,
    mailbox: {
      close: [{ entry, verdict: null, disposition: { kind: "refused", reason } }],
      wakes: { delta: -1 },
      lock_token: token,
    },
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: entry.turn,
        type: "followup_closed",
        payload: { followup_id: wake.followup_id, status: "dropped", reason },
      },
    ],
    writes: [{ kind: "wake_ended", wake, status: "dropped", at, dropped_reason: reason }],
  });
  return takenOf(outcome);
}
