import type { Task } from "../../contracts/plan-records.ts";
import type { Run } from "../../contracts/records.ts";
import { type Failure, stepFailureWords, whyFailed } from "../../domain/failures/failure-words.ts";
import { withOpenQuestions } from "../../domain/questions/questions.ts";
import { liveStatuses } from "../../domain/runs/live-statuses.ts";
import { placeOf } from "../../domain/runs/plan-tasks.ts";
import { errorMemory, type NewMemory, summaryMemory } from "../../domain/sessions/memory.ts";
import { summaryAfter } from "../../domain/sessions/session-summary.ts";
import { languageOf } from "../../domain/text/language.ts";
import { Fault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import type { CommitOutcome, NewEvent } from "../../ports/stores.ts";
import { withdrawQuestions } from "../questions/withdraw-questions.ts";

/** How often the run may change while it is being ended. */
const MAX_LOOKS = 5;

/**
 * Ends a run because a step of its current version cannot be done. A follow-up can still set it going again. When the
 * step's version is not the current one any more, only the step itself has failed.
 */
export async function failRun(ports: Ports, first: Run, task: Task, error: unknown): Promise<void> {
  const why = whyFailed(error, "cell_failed");
  let run: Run | null = first;
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const isCurrent = run !== null && run.dag_version === task.dag_version && liveStatuses.includes(run.status);
    const outcome =
      isCurrent && run !== null ? await endRun(ports, run, task, why) : await endStep(ports, first, task, why);
    if (outcome.kind === "done") {
      if (outcome.mailbox.entries.length > 0) await ports.queues.nudge([{ session_id: task.session_id }]);
      return;
    }
    // It has ended already: another message of the same step was first, or the session was removed.
    if (outcome.lost.includes("task_ended") || outcome.lost.includes("session")) return;
    run = await ports.runs.readRun(task);
  }
  throw new Fault("failure_contended", "retry", placeOf(task));
}

async function endRun(ports: Ports, run: Run, task: Task, why: Failure): Promise<CommitOutcome> {
  const at = ports.clock.now();
  const { reason: code } = why;
  const failure = failureOf(run, task, why);
  const memories = await memoriesOf(ports, run, task, { code, now: at });
  const asked = await withdrawQuestions(ports, run, at);
  return ports.ledger.commit({
    session_id: run.session_id,
    at,
    mailbox: { active: { turn: null, was: run.turn }, calm: true },
    events: [
      ...asked.events,
      stepFailedEvent(ports, task, { code }),
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: run.turn,
        type: "run_failed",
        payload: { dag_version: task.dag_version, failure },
      },
    ],
    writes: [
      {
        kind: "run",
        run: { ...withOpenQuestions(run, []), status: "failed", rev: run.rev + 1, failure, updated_at: at },
        expect_rev: run.rev,
      },
      { kind: "task_ended", task, status: "failed", error: failure, at },
      ...memories.map((memory) => ({ kind: "memory", memory }) as const),
      ...asked.writes,
    ],
  });
}

function endStep(ports: Ports, run: Run, task: Task, why: Failure): Promise<CommitOutcome> {
  const at = ports.clock.now();
  return ports.ledger.commit({
    session_id: task.session_id,
    at,
    mailbox: {},
    events: [stepFailedEvent(ports, task, { code: why.reason, late: true })],
    writes: [{ kind: "task_ended", task, status: "failed", error: failureOf(run, task, why), at }],
  });
}

/** Said in the language of the run's first words. */
const failureOf = ({ input_text }: Pick<Run, "input_text">, task: Task, why: Failure) => ({
  code: why.reason,
  message: stepFailureWords(task.title, why, languageOf(input_text)),
});

function stepFailedEvent(ports: Ports, task: Task, said: { readonly code: string; readonly late?: true }): NewEvent {
  const { step_id, cell_id, title, dag_version } = task;
  return {
    id: `evt_${ports.ids.ulid()}`,
    turn: task.turn,
    type: "task_failed",
    payload: { step_id, cell_id, title, dag_version, ...said },
  };
}

/** Why it could not be done, so that a later plan does not run into the same wall. */
async function memoriesOf(
  ports: Ports,
  run: Run,
  task: Task,
  { code, now }: { readonly code: string; readonly now: number },
): Promise<readonly NewMemory[]> {
  const { title, step_id } = task;
  const before = await ports.memories.summary(run.session_id);
  const line = { turn: run.turn, asked: run.input_text, made: `failed: ${title} (${code})` };
  return [
    errorMemory(run, { title, step_id, code }, { id: ports.ids.ulid(), now }),
    summaryMemory(run, summaryAfter(before?.text ?? null, line), now),
  ];
}
