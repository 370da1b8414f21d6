import { runIdOf } from "../../contracts/ids.ts";
import type { ClosedEntry, Disposition, Entry, Mailbox, Run, RunStatus } from "../../contracts/records.ts";
import { terminalStatuses } from "../../contracts/records.ts";
import type { RunView } from "../../contracts/run.ts";
import { timestamp } from "../../contracts/timestamp.ts";
import { type Failure, failureWords } from "../failures/failure-words.ts";
import { languageOf } from "../text/language.ts";
import { presentOrigin } from "./present.ts";

/** A run as it is answered, in the light of what waits for it. */
export function presentRun(run: Run, mailbox: Mailbox): RunView {
  const id = runIdOf(run.session_id, run.turn);
  return {
    id,
    session_id: run.session_id,
    turn_index: run.turn,
    parent_run_id: run.parent_turn === undefined ? null : runIdOf(run.session_id, run.parent_turn),
    agent: run.agent,
    status: shownStatus(run, mailbox),
    dag_version: run.dag_version,
    input: run.input_text,
    source_ids: [...run.source_ids],
    origin: presentOrigin(run.origin),
    delivery_id: run.delivery_id ?? null,
    failure: run.failure === undefined ? null : { code: run.failure.code, message: run.failure.message },
    wake: presentWakeNote(run),
    suggestions: (run.suggestions ?? []).map((one) => ({ ...one, withdrawn_by: one.withdrawn_by ?? null })),
    waiting: waitingFor(run.turn, mailbox).length,
    open_question_ids: [...(run.open_questions ?? [])],
    created_at: timestamp(run.created_at),
    updated_at: timestamp(run.updated_at),
  };
}

/**
 * A run that was asked for and has not started: all there is of it is its entry, with the whole input as its text. One
 * that was withdrawn or refused before it started is shown as canceled or failed.
 */
export function presentUnstartedRun(entry: Entry, mailbox: Mailbox, closed?: ClosedEntry): RunView {
  const ending = closed?.disposition;
  return {
    id: runIdOf(mailbox.session_id, entry.turn),
    session_id: mailbox.session_id,
    turn_index: entry.turn,
    parent_run_id: entry.turn === 1 ? null : runIdOf(mailbox.session_id, entry.turn - 1),
    agent: entry.agent ?? mailbox.agent,
    status: unstartedStatus(ending),
    dag_version: 0,
    input: entry.text,
    source_ids: [...(entry.source_ids ?? [])],
    origin: presentOrigin(entry.origin),
    delivery_id: null,
    failure: ending?.kind === "refused" ? refusalOf(ending, entry) : null,
    wake: null,
    suggestions: [],
    waiting: waitingFor(entry.turn, mailbox).length,
    open_question_ids: [],
    created_at: timestamp(entry.received_at),
    updated_at: timestamp(closed?.created_at ?? entry.received_at),
  };
}

const refusalOf = (why: Failure, { text }: Entry) => ({
  code: why.reason,
  message: failureWords("start_run", why, languageOf(text)),
});

function unstartedStatus(ending: Disposition | undefined): RunStatus {
  if (ending === undefined || ending.kind === "started_run") return "planned";
  return ending.kind === "refused" ? "failed" : "canceled";
}

/**
 * A run that is over or rests but has a follow-up in the mailbox will go on, so it is shown as such: whoever waits for its
 * end after sending one must not see the end before.
 */
function shownStatus(run: Run, mailbox: Mailbox): RunStatus {
  if (!(terminalStatuses.includes(run.status) || run.status === "awaiting_input")) return run.status;
  const waiting = waitingFor(run.turn, mailbox);
  if (waiting.length === 0) return run.status;
  return waiting.some((entry) => entry.state === "answering") ? "running" : "planned";
}

function waitingFor(turn: number, mailbox: Mailbox): readonly Entry[] {
  return mailbox.entries.filter((entry) => entry.kind === "follow_up" && entry.turn === turn);
}

function presentWakeNote({ wake, session_id }: Run): RunView["wake"] {
  if (wake === undefined) return null;
  return {
    followup_id: wake.followup_id,
    reason: wake.reason,
    due_at: timestamp(wake.due_at),
    fired_at: timestamp(wake.fired_at),
    scheduled_by_run_id: runIdOf(session_id, wake.scheduled_by_turn),
    depth: wake.depth,
  };
}
