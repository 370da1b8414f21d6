import type { ArtifactId, SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Task } from "../../contracts/plan-records.ts";
import { readySteps, reusedBy } from "../../domain/runs/plan-tasks.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Need, TaskMessage } from "../../ports/queues.ts";

/** Where to find a task, and what will be needed with it. */
export const stepMessage = (
  task: Pick<Task, "session_id" | "turn" | "dag_version" | "step_id">,
  needs: readonly Need[] = [],
): StepMessage => ({
  kind: "step",
  session_id: task.session_id,
  turn: task.turn,
  dag_version: task.dag_version,
  step_id: task.step_id,
  ...(needs.length === 0 || needs.length > limits.needsInMessage ? {} : { needs }),
});

/** What steps made, by their names. */
export const madeBy = (tasks: readonly Task[]): ReadonlyMap<string, ArtifactId> =>
  new Map(tasks.flatMap(({ step_id, artifact_id }) => (artifact_id === undefined ? [] : [[step_id, artifact_id]])));

/** The steps before a task, with what is known of what they made. */
export function needsOf(task: Task, made: ReadonlyMap<string, ArtifactId>): readonly Need[] {
  const reused = reusedBy(task);
  return task.depends_on.map((step_id): Need => {
    const artifact_id = reused.get(step_id) ?? made.get(step_id);
    if (artifact_id === undefined) return { step_id };
    return { step_id, artifact_id, ...(reused.has(step_id) ? { reused: true } : {}) };
  });
}

/** A message about a step. */
export type StepMessage = Extract<TaskMessage, { kind: "step" }>;

/** Puts every step that can start on the tasks queue. Doing it again is harmless: claims decide. */
export async function dispatchReady(ports: Pick<Ports, "queues">, tasks: readonly Task[]): Promise<void> {
  const made = madeBy(tasks);
  const ready = readySteps(tasks).map((task) => stepMessage(task, needsOf(task, made)));
  if (ready.length > 0) await ports.queues.work(ready);
}

/** Puts answers that are to be given on the tasks queue. */
export async function dispatchAnswers(
  ports: Pick<Ports, "queues">,
  sessionId: SessionId,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  await ports.queues.work(eventIds.map((event_id) => ({ kind: "answer", session_id: sessionId, event_id })));
}
