import type { Task } from "../contracts/plan-records.ts";
import type { Run } from "../contracts/records.ts";
import type { Ports } from "../ports/ports.ts";

/** Every task of a run's current version, in the order of the plan. */
export async function versionTasks(ports: Pick<Ports, "runs">, run: Run): Promise<readonly Task[]> {
  const revision = await ports.runs.readRevision(run, run.dag_version);
  const steps = revision?.nodes.map((node) => node.step_id) ?? [];
  const tasks = await ports.runs.readTasks(run, run.dag_version, steps);
  return tasks.filter((task) => task !== null);
}
