import { RunPath } from "../../shared/contracts/parameters.ts";
import { CancelRun } from "../../shared/contracts/run.ts";
import { type Answer, ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { WritePorts } from "../../shared/runtime/write-ports.ts";
import { type Cancellation, cancelRun } from "../../shared/steps/cancel-run.ts";
import { withdrawEntry } from "../../shared/steps/edit-mailbox.ts";
import { type OwnedRun, ownRun } from "../../shared/steps/own-session.ts";
import { readRun } from "../../shared/steps/show-run.ts";

type Found = Extract<OwnedRun, { kind: "found" }>;

/** How often a run may start, or its entry be taken, between two looks of one request. */
const MAX_LOOKS = 4;

/** `POST /api/runs/{run_id}/cancel`; canceling again changes nothing. */
export function postCancel(ports: WritePorts): Endpoint {
  return endpoint({ path: RunPath, body: CancelRun }, async ({ owner, path, body }) => {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const owned = await ownRun(ports.reader, owner, path.run_id);
      if (owned.kind === "not_found") return problem("not_found");
      const settled = await cancel(ports, owned, body?.work ?? "keep");
      if (settled) return show(ports, await ownRun(ports.reader, owner, path.run_id));
    }
    return problem("unavailable", { retryAfterSeconds: 1 });
  });
}

/** Cancels the run, or withdraws it while it only waits. False: it started between two looks. */
async function cancel(ports: WritePorts, { mailbox, turn }: Found, work: Cancellation["work"]): Promise<boolean> {
  const { owner, session_id } = mailbox;
  const outcome = await cancelRun(ports, { owner, session_id, turn, work });
  if (outcome.kind !== "not_started") return true;
  const entry = mailbox.entries.find((one) => one.kind === "start_run" && one.turn === turn);
  if (entry === undefined) return false;
  const withdrawn = await withdrawEntry(ports, { owner, session_id, event_id: entry.event_id });
  return withdrawn.kind === "withdrawn";
}

/** The run as it is now; one that ended in another way cannot be canceled any more. */
async function show({ reader }: WritePorts, owned: OwnedRun): Promise<Answer> {
  if (owned.kind === "not_found") return problem("not_found");
  const found = await readRun(reader, owned.mailbox, owned.turn);
  if (found.kind === "not_found") return problem("not_found");
  const { status } = found.run;
  return status === "completed" || status === "failed"
    ? problem("run_over", { members: { run_status: status } })
    : ok(found.run);
}
