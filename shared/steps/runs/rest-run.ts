import type { Run } from "../../contracts/records.ts";
import { isAtRest } from "../../domain/runs/plan-tasks.ts";
import type { Ports } from "../../ports/ports.ts";
import type { RunRef } from "../../ports/runs.ts";
import { runAwaitsInput } from "../questions/question-events.ts";
import { versionTasks } from "../versions/version-tasks.ts";

type RestPorts = Pick<Ports, "runs" | "ledger" | "queues" | "ids" | "clock">;

/**
 * Lets a run rest when all that its current version waits for is the person: it becomes `awaiting_input` and the session
 * is free for other runs and wakes. Called after whatever may have been the last thing to go on; of two that end at the
 * same time the later one sees both.
 */
export async function restIfWaiting(ports: RestPorts, ref: RunRef): Promise<void> {
  for (;;) {
    const run = await ports.runs.readRun(ref);
    if (run === null || !mayStart(run) || run.open_questions === undefined) return;
    if (!isAtRest(await versionTasks(ports, run))) return;
    const at = ports.clock.now();
    const outcome = await ports.ledger.commit({
      session_id: run.session_id,
      at,
      mailbox: { active: { turn: null, was: run.turn }, calm: true },
      events: [runAwaitsInput(ports, run)],
      writes: [
        {
          kind: "run",
          run: { ...run, status: "awaiting_input", rev: run.rev + 1, updated_at: at },
          expect_rev: run.rev,
        },
      ],
    });
    if (outcome.kind === "lost") {
      // A session that was removed has nothing to rest any more.
      if (outcome.lost.includes("session")) return;
      continue;
    }
    // What had to wait for the run to rest is looked at now, answers that came early among it.
    if (outcome.mailbox.entries.length > 0) await ports.queues.nudge([{ session_id: run.session_id }]);
    return;
  }
}

/** True while steps of the run may start. */
export const mayStart = (run: Run): boolean => run.status === "queued" || run.status === "running";
