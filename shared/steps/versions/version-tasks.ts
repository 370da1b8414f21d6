import type { Task } from "../../contracts/plan-records.ts";
import type { Run } from "../../contracts/records.ts";
import { reusedIn, wholeVersion } from "../../domain/runs/plan-tasks.ts";
import type { Ports } from "../../ports/ports.ts";

/** Every task of a run's current version, in the order of the plan. */
export async function versionTasks(ports: Pick<Ports, "runs">, run: Run): Promise<readonly Task[]> {
  const revision = await ports.runs.readRevision(run, run.dag_version);
  if (revision === null) return [];
  const reused = reusedIn(revision);
  const steps = revision.nodes.map(({ step_id }) => step_id).filter((step) => !reused.has(step));
  return wholeVersion(revision, await ports.runs.readTasks(run, run.dag_version, steps));
}
