import type { SessionId } from "../contracts/ids.ts";
import { type Run, type RunStatus, terminalStatuses } from "../contracts/records.ts";
import type { Ports } from "../ports/ports.ts";

/** `over`: it had ended before, in `status`; nothing changed. */
export type CancelRunOutcome =
  | { readonly kind: "canceled" }
  | { readonly kind: "over"; readonly status: RunStatus }
  | { readonly kind: "not_started" | "not_found" };

type CancelPorts = Pick<Ports, "mailboxes" | "runs" | "ledger" | "queues" | "clock" | "ids">;

/**
 * Cancels the run that goes on. What was made stays; what waits in the mailbox stays and goes on by itself.
 * `not_started` is a run that still waits in the mailbox: it is withdrawn there.
 */
export async function cancelRun(
  ports: CancelPorts,
  who: { readonly owner: string; readonly session_id: SessionId; readonly turn: number },
): Promise<CancelRunOutcome> {
  for (;;) {
    const mailbox = await ports.mailboxes.read(who.session_id);
    if (mailbox === null || mailbox.owner !== who.owner) return { kind: "not_found" };
    const run = await ports.runs.readRun(who);
    if (run === null) {
      const waits = mailbox.entries.some((entry) => entry.kind === "start_run" && entry.turn === who.turn);
      return { kind: waits ? "not_started" : "not_found" };
    }
    if (terminalStatuses.includes(run.status)) return { kind: "over", status: run.status };
    if (await cancelAt(ports, run)) return { kind: "canceled" };
  }
}

/** False when the run changed meanwhile. */
async function cancelAt(ports: CancelPorts, run: Run): Promise<boolean> {
  const at = ports.clock.now();
  const outcome = await ports.ledger.commit({
    session_id: run.session_id,
    at,
    mailbox: { active: { turn: null, was: run.turn }, calm: true },
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: run.turn,
        type: "run_canceled",
        payload: { dag_version: run.dag_version },
      },
    ],
    writes: [
      { kind: "run", run: { ...run, status: "canceled", rev: run.rev + 1, updated_at: at }, expect_rev: run.rev },
    ],
  });
  if (outcome.kind === "lost") return false;
  if (outcome.mailbox.entries.length > 0) await ports.queues.nudge([{ session_id: run.session_id }]);
  return true;
}
