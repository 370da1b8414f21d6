import { PromiseContent, Promised } from "../../agents/promise-cell.ts";
import type { ArtifactId } from "../../contracts/ids.ts";
import type { Task } from "../../contracts/plan-records.ts";
import type { Artifact } from "../../contracts/records.ts";
import { liveStatuses } from "../../domain/runs/live-statuses.ts";
import { PROMISE } from "../../domain/runs/promise-step.ts";
import type { NewMemory } from "../../domain/sessions/memory.ts";
import type { Ports } from "../../ports/ports.ts";
import type { CommitOutcome, NewEvent } from "../../ports/stores.ts";
import { said } from "../questions/question-events.ts";
import { madeBy, needsOf, type StepMessage, stepMessage } from "../runs/dispatch.ts";

/** What a step made, beside the row of the step itself; nothing when it was made before. */
export type StepEffects = readonly (
  | {
      readonly kind: "work_done";
      readonly turn: number;
      readonly work: string;
      readonly token: string;
      readonly artifact_id: ArtifactId;
      readonly fresh_until?: number;
    }
  | { readonly kind: "artifact"; readonly artifact: Artifact }
  | { readonly kind: "memory"; readonly memory: NewMemory }
)[];

/**
 * `ready`: the steps that it set free, for the caller to have them worked on. `late`: kept, but its version is not the current
 * one any more. `taken_over`: somebody else has claimed the work.
 */
export type FinishOutcome =
  | { readonly kind: "finished"; readonly ready: readonly StepMessage[] }
  | { readonly kind: "late" | "taken_over" };

/**
 * Records the effect: work, artifact, task row and event in one transaction; then sets free the steps behind it. A late
 * result is kept as what its own version made and marked so; nothing of a newer version is touched by it.
 */
export async function finishStep(
  ports: Pick<Ports, "ledger" | "runs" | "ids" | "clock">,
  task: Task,
  artifact_id: ArtifactId,
  effects: StepEffects,
): Promise<FinishOutcome> {
  const inTime = await record(ports, task, artifact_id, { effects, late: false });
  const isLate = inTime.kind === "lost" && inTime.lost.length === 1 && inTime.lost[0] === "run_is";
  const outcome = isLate ? await record(ports, task, artifact_id, { effects, late: true }) : inTime;
  // That the row is ended already was this message's own doing before, or somebody's who finished the same work.
  if (outcome.kind === "lost" && !outcome.lost.includes("task_ended")) return { kind: "taken_over" };
  if (isLate) return { kind: "late" };
  return { kind: "finished", ready: await advance(ports, { ...task, artifact_id }) };
}

function record(
  ports: Pick<Ports, "ledger" | "ids" | "clock">,
  task: Task,
  artifact_id: ArtifactId,
  { effects, late }: { readonly effects: StepEffects; readonly late: boolean },
): Promise<CommitOutcome> {
  const { session_id, turn, step_id, cell_id, title, dag_version } = task;
  const at = ports.clock.now();
  const payload = { step_id, cell_id, title, dag_version, artifact_id, reused: effects.length === 0 };
  return ports.ledger.commit({
    session_id,
    at,
    mailbox: {},
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn,
        type: "task_completed",
        payload: { ...payload, ...(late ? { late } : {}) },
      },
      ...promisesIn(ports, task, effects),
    ],
    writes: [
      ...effects,
      { kind: "task_ended", task, status: "done", artifact_id, at },
      ...(late ? [] : [{ kind: "run_is", turn, dag_version, statuses: liveStatuses } as const]),
    ],
  });
}

/** What is said to the person of a promise, once: when it is made. */
const promisesIn = (ports: Pick<Ports, "ids">, { turn, args }: Task, effects: StepEffects): readonly NewEvent[] =>
  effects.flatMap((effect) => {
    if (effect.kind !== "artifact" || effect.artifact.cell_id !== PROMISE) return [];
    const { text } = PromiseContent.parse(effect.artifact.content);
    return [said(ports, turn, Promised.parse(args).event_id, text)];
  });

/**
 * Takes a finished step off its dependants, and gives those that wait on nothing now. What is finished already has its own
 * dependants looked at: whoever finished it may have died before they were queued. The same again when it is repeated.
 */
export async function advance(ports: Pick<Ports, "runs">, task: Task): Promise<readonly StepMessage[]> {
  const ready = new Map<string, Task>();
  const finished = new Map([[task.step_id, task]]);
  // What is put into a map while it is gone through is gone through as well.
  for (const step of finished.values()) {
    for (const step_id of step.dependants) {
      const next = await ports.runs.stepFinished({ ...step, step_id }, step.step_id);
      if (next === null) continue;
      if (next.status === "done") finished.set(step_id, next);
      else ready.set(step_id, next);
    }
  }
  const made = madeBy([...finished.values()]);
  return [...ready.values()].map((next) => stepMessage(next, needsOf(next, made)));
}
