import { RunPath } from "../../shared/contracts/run-path.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { readRun } from "../../shared/steps/runs/show-run.ts";
import { ownRun } from "../../shared/steps/sessions/own-session.ts";

/** `GET /api/runs/{run_id}`; a run that still waits in the mailbox is shown as planned. */
export function getRun({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: RunPath }, async ({ owner, path }) => {
    const owned = await ownRun(reader, owner, path.run_id);
    if (owned.kind === "not_found") return problem("not_found");
    const found = await readRun(reader, owned.mailbox, owned.turn);
    return found.kind === "found" ? ok(found.run) : problem("not_found");
  });
}
