import { TURN } from "../agents/turn-cell.ts";
import { runIdOf } from "../contracts/ids.ts";
import type { Disposition, Entry, Mailbox, Run, Wake } from "../contracts/records.ts";
import type { Ports } from "../ports/ports.ts";
import { commitVersion } from "./commit-version.ts";
import { dispatchReady } from "./dispatch.ts";
import type { FoldContext, Taken } from "./fold.ts";
import { makeVersion } from "./make-version.ts";
import { causeOf } from "./start-requested-run.ts";
import { takenOf } from "./taken.ts";

/**
 * Starts the run of a wake that rang. The row becomes `fired` in the transaction that creates the run, and only while no
 * other run goes on (invariants 5 and 6). No intake: nothing is classified, the note is the instruction.
 */
export async function startWokenRun(
  ports: Ports,
  context: FoldContext,
  mailbox: Mailbox,
  entry: Entry,
): Promise<Taken> {
  if (entry.origin.type !== "wake")
    return close(ports, context, mailbox, entry, { kind: "refused", reason: "not_a_wake" });
  const wake = await ports.wakes.readWake(mailbox.session_id, entry.origin.followup_id);
  if (wake === null || wake.status !== "scheduled") {
    return close(ports, context, mailbox, entry, { kind: "refused", reason: `followup_${wake?.status ?? "unknown"}` });
  }
  const agent = ports.agents.find(wake.target);
  if (agent === undefined) return drop(ports, context, mailbox, entry, wake, "agent_removed");
  const now = ports.clock.now();
  const turn = mailbox.turns + 1;
  const by = await ports.runs.readRun(mailbox.session_id, wake.scheduled_by_turn);
  const run = wokenRun(mailbox, wake, turn, by?.source_ids ?? [], now);
  const instruction = {
    step_id: "turn",
    cell_id: TURN,
    title: "Act on the follow-up",
    args: { instruction: wake.reason },
    depends_on: [],
  };
  const plan = {
    nodes: [instruction],
    before: [],
    brief: { instruction: wake.reason },
    caused_by: [causeOf(entry, null, wake.reason)],
  };
  const version = await makeVersion(ports, agent, { ...run, now }, plan);
  const run_id = runIdOf(run.session_id, turn);
  const outcome = await commitVersion(
    ports,
    context.token,
    version,
    { next: run, expect_rev: null },
    {
      close: [{ entry, verdict: null, disposition: { kind: "started_run", run_id } }],
      next_turn: turn,
      wakes: { delta: -1 },
    },
    {
      writes: [{ kind: "wake_ended", wake, status: "fired", at: now, run_id }],
      events: [
        {
          id: `evt_${ports.ids.ulid()}`,
          turn,
          type: "followup_fired",
          payload: { followup_id: wake.followup_id, late_ms: now - wake.fires_at },
        },
      ],
    },
  );
  if (outcome.kind === "done") await dispatchReady(ports, version.tasks);
  return takenOf(outcome);
}

function wokenRun(mailbox: Mailbox, wake: Wake, turn: number, source_ids: Run["source_ids"], now: number): Run {
  return {
    session_id: mailbox.session_id,
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
      depth: wake.depth,
      root_id: wake.root_id,
      anchor: wake.anchor,
    },
  };
}

async function close(
  ports: Ports,
  context: FoldContext,
  mailbox: Mailbox,
  entry: Entry,
  disposition: Disposition,
): Promise<Taken> {
  return takenOf(
    await ports.ledger.commit({
      session_id: mailbox.session_id,
      at: ports.clock.now(),
      mailbox: { close: [{ entry, verdict: null, disposition }], lock_token: context.token },
      events: [],
      writes: [],
    }),
  );
}

async function drop(
  ports: Ports,
  context: FoldContext,
  mailbox: Mailbox,
  entry: Entry,
  wake: Wake,
  reason: string,
): Promise<Taken> {
  const at = ports.clock.now();
  return takenOf(
    await ports.ledger.commit({
      session_id: mailbox.session_id,
      at,
      mailbox: {
        close: [{ entry, verdict: null, disposition: { kind: "refused", reason } }],
        wakes: { delta: -1 },
        lock_token: context.token,
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
    }),
  );
}
