import type { Agent } from "../../agents/define-agent.ts";
import { TURN } from "../../agents/turn-cell.ts";
import { runIdOf } from "../../contracts/ids.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Entry, Run } from "../../contracts/records.ts";
import type { DropReason, Wake } from "../../contracts/wake.ts";
import type { Failure } from "../../domain/failures/failure-words.ts";
import { whyDropped } from "../../domain/wakes/wake-gate.ts";
import { closeEntries, type Fold, heldBy, refuseEntries, type Taken, takenOf } from "../fold/fold-state.ts";
import { dispatchReady } from "../runs/dispatch.ts";
import { readResult } from "../runs/read-result.ts";
import { readSources } from "../runs/run-context.ts";
import { causeOf } from "../runs/start-run-from.ts";
import { commitVersion } from "../versions/commit-version.ts";
import { makeVersion } from "../versions/make-version.ts";
import { endWake } from "./end-wake.ts";
import { followUpSettings } from "./schedule-wake.ts";

/**
 * Starts the run of a wake that rang. The row becomes `fired` in the transaction that creates the run, and only while no
 * other run goes on (invariants 5 and 6). No intake: nothing is classified, the note is the instruction.
 */
export async function startWokenRun(fold: Fold, entry: Entry): Promise<Taken> {
  const { ports, mailbox } = fold;
  if (entry.origin.type !== "wake") return closeEntries(fold, [entry], { kind: "refused", reason: "not_a_wake" });
  const wake = await ports.wakes.readWake(mailbox.session_id, entry.origin.followup_id);
  if (wake?.status !== "scheduled") return closeEnded(fold, entry, wake);
  const reason = whyDropped(wake, await groundOf(fold, wake));
  return reason === null ? fire(fold, entry, wake) : drop(fold, wake, reason);
}

/** Ends a wake whose run cannot be started, by a fault that says so or after many tries, and its entry with it. */
export async function dropWoken(fold: Fold, entry: Entry, why: Failure): Promise<Taken> {
  const { ports, mailbox } = fold;
  if (entry.origin.type !== "wake") return refuseEntries(fold, [entry], why);
  const wake = await ports.wakes.readWake(mailbox.session_id, entry.origin.followup_id);
  return wake?.status === "scheduled" ? drop(fold, wake, "start_failed") : closeEnded(fold, entry, wake);
}

async function drop({ ports, token }: Fold, wake: Wake, reason: DropReason): Promise<Taken> {
  const outcome = await endWake(ports, wake, { status: "dropped", reason }, token);
  switch (outcome.kind) {
    case "ended":
      return outcome.let_go ? "let_go" : "committed";
    case "lock_lost":
      return "lock_lost";
    case "closed":
      return "again";
  }
}

/** The wake has ended without it. */
function closeEnded(fold: Fold, entry: Entry, wake: Wake | null): Promise<Taken> {
  const reason = wake?.dropped_reason ?? `followup_${wake?.status ?? "unknown"}`;
  return closeEntries(fold, [entry], { kind: "refused", reason });
}

async function groundOf({ ports, mailbox }: Fold, wake: Wake) {
  const from = ports.agents.find(wake.from_agent);
  const settings = from === undefined ? null : await followUpSettings(ports, from, wake.session_id);
  return {
    now: ports.clock.now(),
    is_open: mailbox.status === "active",
    has_target: ports.agents.find(wake.target) !== undefined,
    opted_out: settings?.enabled === false,
    said_seq: mailbox.said_seq ?? 0,
  };
}

async function fire(fold: Fold, entry: Entry, wake: Wake): Promise<Taken> {
  const { ports, mailbox } = fold;
  const agent = ports.agents.find(wake.target);
  if (agent === undefined) return "again";
  const by = await ports.runs.readRun({ session_id: mailbox.session_id, turn: wake.scheduled_by_turn });
  const at = { turn: mailbox.turns + 1, now: ports.clock.now(), since_seq: mailbox.seq };
  const run = wokenRun(wake, by?.source_ids ?? [], at);
  const args = { instruction: wake.reason };
  const plan = {
    nodes: [{ step_id: "turn", cell_id: TURN, title: "Act on the follow-up", args, depends_on: [] }],
    before: null,
    brief: await briefFor(ports, agent, run, by),
    caused_by: [causeOf(entry, null, wake.reason)],
  };
  const version = await makeVersion(ports, agent, { run, now: run.created_at }, plan);
  const run_id = runIdOf(run.session_id, run.turn);
  const silent_since = wake.unless === undefined ? null : (wake.said_seq ?? 0);
  const outcome = await commitVersion(ports, version, {
    held: heldBy(fold),
    run,
    expect_rev: null,
    change: {
      close: [{ entry, verdict: null, disposition: { kind: "started_run", run_id } }],
      next_turn: run.turn,
      wakes: { delta: -1, target: wake.target, fires: { silent_since } },
    },
    writes: [{ kind: "wake_ended", wake, status: "fired", at: run.created_at, run_id }],
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: run.turn,
        type: "followup_fired",
        payload: { followup_id: wake.followup_id, late_ms: Math.max(0, run.created_at - wake.fires_at) },
      },
    ],
  });
  if (outcome.kind === "done") await dispatchReady(ports, version.tasks);
  // A session that was archived just now, or a person who replied, is seen at the next look, which drops the wake.
  return takenOf(outcome);
}

function wokenRun(
  wake: Wake,
  source_ids: Run["source_ids"],
  { turn, now, since_seq }: { readonly turn: number; readonly now: number; readonly since_seq: number },
): Run {
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
      since_seq,
    },
  };
}

/**
 * What a person's change to this run starts from: the brief of the result that it works on, for the turn itself needs none
 * and plans nothing.
 */
async function briefFor(ports: Fold["ports"], agent: Agent, run: Run, by: Run | null): Promise<JsonObject> {
  const ground = by === null ? null : (await readResult(ports, by)).run;
  const revision = ground === null ? null : await ports.runs.readRevision(ground, ground.dag_version);
  if (revision !== null && ground?.agent === agent.slug) return revision.brief;
  if (agent.kind === "general") return { objective: run.input_text, follow_ups: [] };
  return agent.policy.initial(run.input_text, await readSources(ports, run));
}
