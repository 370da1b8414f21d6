import type { SessionId } from "../contracts/ids.ts";
import type { Task } from "../contracts/plan-records.ts";
import { readySteps } from "../domain/plan-tasks.ts";
import type { Ports } from "../ports/ports.ts";
import type { TaskMessage } from "../ports/queues.ts";

/** Where to find a task. */
export const stepMessage = (task: Pick<Task, "session_id" | "turn" | "dag_version" | "step_id">): TaskMessage => ({
  kind: "step",
  session_id: task.session_id,
  turn: task.turn,
  dag_version: task.dag_version,
  step_id: task.step_id,
});

/** Puts every step that can start on the tasks queue. Doing it again is harmless: claims decide. */
export async function dispatchReady(ports: Pick<Ports, "queues">, tasks: readonly Task[]): Promise<void> {
  const ready = readySteps(tasks).map(stepMessage);
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
