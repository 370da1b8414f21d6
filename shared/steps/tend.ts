import type { Task } from "../contracts/plan-records.ts";
import type { Mailbox } from "../contracts/records.ts";
import type { Ports } from "../ports/ports.ts";
import { dispatchAnswers, dispatchReady } from "./dispatch.ts";

/**
 * Looks after work that may have been dropped by a process that died: puts every step that can start and every answer
 * that is owed on the queue again, after taking finished steps off those that still wait on them. All of it is harmless
 * to repeat; claims decide.
 */
export async function tend(ports: Pick<Ports, "runs" | "queues">, mailbox: Mailbox): Promise<void> {
  const answering = mailbox.entries.filter((entry) => entry.state === "answering");
  await dispatchAnswers(
    ports,
    mailbox.session_id,
    answering.map((entry) => entry.event_id),
  );
  if (mailbox.active_turn === undefined) return;
  const run = await ports.runs.readRun({ session_id: mailbox.session_id, turn: mailbox.active_turn });
  if (run === null || run.dag_version === 0) return;
  const revision = await ports.runs.readRevision(run, run.dag_version);
  const steps = revision?.nodes.map((node) => node.step_id) ?? [];
  const tasks = (await ports.runs.readTasks(run, run.dag_version, steps)).filter((task) => task !== null);
  const done = new Set(tasks.filter((task) => task.status === "done").map((task) => task.step_id));
  const caughtUp: Task[] = [];
  for (const task of tasks) {
    if (task.status === "done" || task.status === "failed") continue;
    const finished = task.waiting_on.filter((step) => done.has(step));
    for (const step of finished) await ports.runs.stepFinished(task, step);
    caughtUp.push({ ...task, status: "pending", waiting_on: task.waiting_on.filter((step) => !done.has(step)) });
  }
  await dispatchReady(ports, caughtUp);
}
