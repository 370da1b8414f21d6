import type { Agent } from "../agents/define-agent.ts";
import { TURN, turnVersion } from "../agents/turn-cell.ts";
import type { ArtifactId } from "../contracts/ids.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { CausedBy, PlanNode, Revision, Task } from "../contracts/plan-records.ts";
import type { Millis, Run } from "../contracts/records.ts";
import { checkPlan, DELIVER } from "../domain/plan-check.ts";
import { compareVersions, type Reuse, tasksOf, workName } from "../domain/plan-tasks.ts";
import { isDiscarded } from "../domain/version-base.ts";
import { Fault } from "../errors/fault.ts";
import type { Ports } from "../ports/ports.ts";
import type { Work } from "../ports/runs.ts";
import { cellChecks } from "./cell-checks.ts";

/** A version that is ready to be committed. */
export type Version = { readonly revision: Revision; readonly tasks: readonly Task[] };

/** Of which run a version is, and when. `base_version`: what it was made from, if not the one before it. */
type At = { readonly run: Run; readonly now: Millis; readonly base_version?: number };

/**
 * Makes a plan into a version: checked, compared with the version before, with every step reused whose cell, arguments
 * and input artifacts are unchanged. Costs reads in proportion to the plan, not to the history.
 * @throws Fault `bad_plan` (park) when the agent's own plan breaks a rule of plans.
 */
export async function makeVersion(
  ports: Pick<Ports, "runs">,
  agent: Agent,
  at: At,
  plan: {
    readonly nodes: readonly PlanNode[];
    readonly before: readonly PlanNode[];
    readonly brief: JsonObject;
    readonly caused_by: readonly CausedBy[];
  },
): Promise<Version> {
  const outcome = checkPlan(plan.nodes, cellChecks(agent));
  if (outcome.kind === "bad")
    throw new Fault("bad_plan", "park", { agent: agent.slug, first: outcome.faults[0] ?? "" });
  const { session_id, turn, dag_version, source_ids } = at.run;
  const base_version = at.base_version ?? dag_version - 1;
  const reuse = plan.before.length === 0 ? new Map() : await findReuse(ports, agent, at, outcome.nodes);
  const compared = compareVersions(plan.before, outcome.nodes, reuse);
  const nodes = outcome.nodes;
  const { brief, caused_by } = plan;
  const made = { nodes, brief, source_ids, ...compared, caused_by };
  return {
    revision: { session_id, turn, dag_version, base_version, ...made, committed_at: at.now },
    tasks: tasksOf({ session_id, turn, dag_version }, nodes, reuse),
  };
}

/** Version of a cell, part of what its work is named after. */
export function cellVersion(agent: Agent, cellId: string): number {
  if (cellId === TURN) return turnVersion;
  return agent.cells.find((cell) => cell.id === cellId)?.version ?? 0;
}

/** Level by level: the work of a step is known when the artifacts of all steps before it are. */
async function findReuse(
  ports: Pick<Ports, "runs">,
  agent: Agent,
  { run, now }: At,
  nodes: readonly PlanNode[],
): Promise<Reuse> {
  const reuse = new Map<string, { readonly artifact_id: ArtifactId }>();
  const tried = new Set<string>([DELIVER]);
  for (;;) {
    const ready = nodes.filter((node) => !tried.has(node.step_id) && node.depends_on.every((step) => reuse.has(step)));
    if (ready.length === 0) return reuse;
    const names = ready.map((node) => workName(node, cellVersion(agent, node.cell_id), inputsOf(node, reuse)));
    const works = await ports.runs.readWorks(run, names);
    for (const [index, node] of ready.entries()) {
      tried.add(node.step_id);
      const artifact_id = usable(works[index] ?? null, { run, now });
      if (artifact_id !== null) reuse.set(node.step_id, { artifact_id });
    }
  }
}

/** The artifact of work that is done, not too old, and not of a version of which nothing is to be used. */
function usable(work: Work | null, { run, now }: At): ArtifactId | null {
  if (work?.status !== "done" || work.artifact_id === undefined) return null;
  if (work.fresh_until !== undefined && work.fresh_until < now) return null;
  return isDiscarded(run, work.dag_version ?? 0) ? null : work.artifact_id;
}

const inputsOf = (node: PlanNode, reuse: Reuse): Record<string, ArtifactId> =>
  Object.fromEntries(
    node.depends_on.flatMap((step) => {
      const known = reuse.get(step);
      return known === undefined ? [] : [[step, known.artifact_id]];
    }),
  );
