import type { Task } from "../../contracts/plan-records.ts";
import type { Mailbox, Run } from "../../contracts/records.ts";
import type { Ports } from "../../ports/ports.ts";
import { dispatchAnswers, dispatchReady } from "../runs/dispatch.ts";
import { restIfWaiting } from "../runs/rest-run.ts";
import { versionTasks } from "../versions/version-tasks.ts";

type TendPorts = Pick<Ports, "runs" | "queues" | "ledger" | "ids" | "clock">;

/**
 * Looks after work that may have been dropped by a process that died: puts every step that can start and every answer
 * that is owed on the queue again, after taking finished steps off those that still wait on them. All of it is harmless
 * to repeat; claims decide.
 */
export async function tend(ports: TendPorts, mailbox: Mailbox): Promise<void> {
  const answering = mailbox.entries.filter((entry) => entry.state === "answering");
  await dispatchAnswers(
    ports,
    mailbox.session_id,
    answering.map((entry) => entry.event_id),
  );
  if (mailbox.active_turn === undefined) return;
  const run = await ports.runs.readRun({ session_id: mailbox.session_id, turn: mailbox.active_turn });
  if (run === null || run.dag_version === 0) return;
  await tendRun(ports, run);
  if (run.open_questions !== undefined) await restIfWaiting(ports, run);
}

/** Puts every step of the run's current version that can start on the queue. */
export async function tendRun(ports: Pick<Ports, "runs" | "queues">, run: Run): Promise<void> {
  const tasks = await versionTasks(ports, run);
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
