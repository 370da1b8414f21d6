import type { RunStatus } from "../../shared/contracts/records.ts";
import { CancelRun } from "../../shared/contracts/run.ts";
import { RunPath } from "../../shared/contracts/run-path.ts";
import { type Answer, ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { withdrawEntry } from "../../shared/steps/mailbox/edit-mailbox.ts";
import { type Cancellation, cancelRun } from "../../shared/steps/runs/cancel-run.ts";
import { readRun } from "../../shared/steps/runs/show-run.ts";
import { type OwnedRun, ownRun } from "../../shared/steps/sessions/own-session.ts";

type Found = Extract<OwnedRun, { kind: "found" }>;

/** How often a run may start, or its entry be taken, between two looks of one request. */
const MAX_LOOKS = 4;

/** `POST /api/runs/{run_id}/cancel`; canceling again changes nothing. */
export function postCancel(ports: WritePorts): Endpoint {
  return endpoint({ path: RunPath, body: CancelRun }, async ({ owner, path, body }) => {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const owned = await ownRun(ports.reader, owner, path.run_id);
      if (owned.kind === "not_found") return problem("not_found");
      const canceled = await cancel(ports, owned, body?.work ?? "keep");
      if (canceled === "again") continue;
      if (canceled !== "canceled") return problem("run_over", { members: { run_status: canceled } });
      return show(ports, await ownRun(ports.reader, owner, path.run_id));
    }
    return problem("unavailable", { retryAfterSeconds: 1 });
  });
}

/**
 * Cancels the run, or withdraws it while it only waits. Another status: it ended so before, whatever waits for it now.
 * `again`: it started between two looks.
 */
async function cancel(
  ports: WritePorts,
  { mailbox, turn }: Found,
  work: Cancellation["work"],
): Promise<RunStatus | "again"> {
  const { owner, session_id } = mailbox;
  const outcome = await cancelRun(ports, { owner, session_id, turn, work });
  if (outcome.kind === "over") return outcome.status;
  if (outcome.kind === "canceled") return "canceled";
  const entry = mailbox.entries.find((one) => one.kind === "start_run" && one.turn === turn);
  // One that never started was withdrawn or refused.
  if (entry === undefined) return outcome.kind === "not_found" ? endOf(ports, { mailbox, turn }) : "again";
  const withdrawn = await withdrawEntry(ports, { owner, session_id, event_id: entry.event_id });
  return withdrawn.kind === "withdrawn" ? "canceled" : "again";
}

/** How a run ended that is no more; what is not there at all is not shown either. */
async function endOf({ reader }: WritePorts, { mailbox, turn }: Omit<Found, "kind">): Promise<RunStatus> {
  const found = await readRun(reader, mailbox, turn);
  return found.kind === "found" ? found.run.status : "canceled";
}

/** The run as it is now. */
async function show({ reader }: WritePorts, owned: OwnedRun): Promise<Answer> {
  if (owned.kind === "not_found") return problem("not_found");
  const found = await readRun(reader, owned.mailbox, owned.turn);
  return found.kind === "not_found" ? problem("not_found") : ok(found.run);
}
