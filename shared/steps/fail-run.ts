import type { Task } from "../contracts/plan-records.ts";
import type { Run } from "../contracts/records.ts";
import { errorMemory, type NewMemory, summaryMemory } from "../domain/memory.ts";
import { summaryAfter } from "../domain/session-summary.ts";
import { isFault } from "../errors/fault.ts";
import type { Ports } from "../ports/ports.ts";

/** Ends a run because a step of its current version cannot be done. A follow-up can still set it going again. */
export async function failRun(ports: Ports, run: Run, task: Task, error: unknown): Promise<void> {
  const at = ports.clock.now();
  const code = isFault(error) ? error.code : "cell_failed";
  const failure = { code, message: `Step "${task.title}" could not be done (${code}). Send a follow-up to try again.` };
  const memories = await memoriesOf(ports, run, task, { code, now: at });
  const outcome = await ports.ledger.commit({
    session_id: run.session_id,
    at,
    mailbox: { active: { turn: null, was: run.turn }, calm: true },
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: run.turn,
        type: "task_failed",
        payload: {
          step_id: task.step_id,
          cell_id: task.cell_id,
          title: task.title,
          dag_version: task.dag_version,
          code,
        },
      },
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
        run: { ...run, status: "failed", rev: run.rev + 1, failure, updated_at: at },
        expect_rev: run.rev,
      },
      { kind: "task_ended", task, status: "failed", error: failure, at },
      ...memories.map((memory) => ({ kind: "memory", memory }) as const),
    ],
  });
  if (outcome.kind === "done" && outcome.mailbox.entries.length > 0)
    await ports.queues.nudge([{ session_id: run.session_id }]);
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
