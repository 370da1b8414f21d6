import { TasksQuery } from "../../shared/contracts/parameters.ts";
import { RunPath } from "../../shared/contracts/run-path.ts";
import { presentTask } from "../../shared/domain/present/present.ts";
import { ok, problem } from "../../shared/runtime/answer.ts";
import { wholePage } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { ReadPorts } from "../../shared/runtime/read-ports.ts";
import { findRun } from "../../shared/steps/runs/show-run.ts";
import { ownRun } from "../../shared/steps/sessions/own-session.ts";

/**
 * `GET /api/runs/{run_id}/tasks`: every task of one version, in one page. A version that is not committed has none: its
 * rows may be written already, but it is whole or invisible.
 */
export function listTasks({ reader }: ReadPorts): Endpoint {
  return endpoint({ path: RunPath, query: TasksQuery }, async ({ owner, path, query }) => {
    const owned = await ownRun(reader, owner, path.run_id);
    if (owned.kind === "not_found") return problem("not_found");
    const stored = await findRun(reader, owned.mailbox, owned.turn);
    if (stored.kind === "not_found") return problem("not_found");
    if (stored.kind !== "started") return ok(wholePage([]));
    const { run } = stored;
    const version = query.dag_version ?? run.dag_version;
    if (version < 1 || version > run.dag_version) return ok(wholePage([]));
    const tasks = await reader.tasks(owned.mailbox.session_id, owned.turn, version);
    return ok(wholePage(tasks.map((task) => presentTask(task, run))));
  });
}
