import type { SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import { type Run, type RunStatus, terminalStatuses } from "../../contracts/records.ts";
import { withOpenQuestions } from "../../domain/questions/questions.ts";
import type { Ports } from "../../ports/ports.ts";
import type { CommitOutcome, Held } from "../../ports/stores.ts";
import { withdrawQuestions } from "../questions/withdraw-questions.ts";

/** `over`: it had ended before, in `status`; nothing changed. */
export type CancelRunOutcome =
  | { readonly kind: "canceled" }
  | { readonly kind: "over"; readonly status: RunStatus }
  | { readonly kind: "not_started" | "not_found" };

type CancelPorts = Pick<Ports, "mailboxes" | "runs" | "reader" | "ledger" | "queues" | "clock" | "ids">;

/** Whose run is to be canceled, and what becomes of what its version made: later versions may reuse it, or may not. */
export type Cancellation = {
  readonly owner: string;
  readonly session_id: SessionId;
  readonly turn: number;
  readonly work: "keep" | "discard";
};

/**
 * Cancels a run that goes on or waits for the person. What was made stays to be read, what it asks is withdrawn; what waits in the mailbox stays and goes on by itself.
 * With `discard`, later versions reuse nothing of it and build on what was delivered last.
 * `not_started` is a run that still waits in the mailbox: it is withdrawn there.
 */
export async function cancelRun(ports: CancelPorts, who: Cancellation): Promise<CancelRunOutcome> {
  for (;;) {
    const mailbox = await ports.mailboxes.read(who.session_id);
    if (mailbox === null || mailbox.owner !== who.owner) return { kind: "not_found" };
    const run = await ports.runs.readRun(who);
    if (run === null) {
      const waits = mailbox.entries.some((entry) => entry.kind === "start_run" && entry.turn === who.turn);
      return { kind: waits ? "not_started" : "not_found" };
    }
    if (terminalStatuses.includes(run.status)) return { kind: "over", status: run.status };
    const outcome = await commitCancel(ports, run, { work: who.work });
    if (outcome.kind === "lost") continue;
    if (outcome.mailbox.entries.length > 0) await ports.queues.nudge([{ session_id: run.session_id }]);
    return { kind: "canceled" };
  }
}

/** Ends the run as it was read. `held`: by the fold that gives it up. */
export async function commitCancel(
  ports: Pick<CancelPorts, "reader" | "ledger" | "clock" | "ids">,
  run: Run,
  { work, held }: { readonly work: Cancellation["work"]; readonly held?: Held },
): Promise<CommitOutcome> {
  const at = ports.clock.now();
  // The newest; a step that was made so long ago is made anew or forgotten by then.
  const discarded = [...(run.discarded ?? []), run.dag_version].slice(-limits.discardedVersions);
  const asked = await withdrawQuestions(ports, run, at);
  const next: Run = {
    ...withOpenQuestions(run, []),
    ...(work === "discard" ? { discarded } : {}),
    status: "canceled",
    rev: run.rev + 1,
    updated_at: at,
  };
  return ports.ledger.commit({
    session_id: run.session_id,
    at,
    mailbox: {
      // A run that waits for the person does not hold the session.
      ...(run.status === "awaiting_input" ? {} : { active: { turn: null, was: run.turn } }),
      calm: true,
      ...held,
    },
    events: [
      ...asked.events,
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: run.turn,
        type: "run_canceled",
        payload: { dag_version: run.dag_version, work },
      },
    ],
    writes: [{ kind: "run", run: next, expect_rev: run.rev }, ...asked.writes],
  });
}
