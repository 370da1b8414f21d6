import type { Agent } from "../agents/define-agent.ts";
import { FORM, formVersion } from "../agents/form-cell.ts";
import { TURN, turnVersion } from "../agents/turn-cell.ts";
import type { ArtifactId, QuestionId } from "../contracts/ids.ts";
import type { JsonObject } from "../contracts/json.ts";
import { limits } from "../contracts/limits.ts";
import type { CausedBy, PlanNode, Revision, Task } from "../contracts/plan-records.ts";
import type { Question } from "../contracts/question.ts";
import type { Millis, Run } from "../contracts/records.ts";
import { checkPlan, DELIVER } from "../domain/plan-check.ts";
import {
  type Asking,
  compareVersions,
  likelyArtifact,
  type Reuse,
  type StepWork,
  stepWork,
  tasksOf,
} from "../domain/plan-tasks.ts";
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
 * Makes a plan into a version: checked, compared with the version before, with every step reused whose cell, arguments,
 * answers and input artifacts are unchanged, and every open question kept whose step would ask it again. Costs reads in
 * proportion to the plan, not to the history, and mostly one request for a hundred steps.
 * @throws Fault `bad_plan` (park) when the agent's own plan breaks a rule of plans, `plan_too_large` (reject).
 */
export async function makeVersion(
  ports: Pick<Ports, "runs">,
  agent: Agent,
  at: At,
  plan: {
    readonly nodes: readonly PlanNode[];
    /** The newest version; null for a first one. */
    readonly before: Revision | null;
    readonly brief: JsonObject;
    readonly caused_by: readonly CausedBy[];
    /** The run's questions; those that are open matter. */
    readonly questions?: readonly Question[];
  },
): Promise<Version> {
  const outcome = checkPlan(plan.nodes, cellChecks(agent));
  if (outcome.kind === "bad") throw new Fault("bad_plan", "park", { agent: agent.slug, faults: outcome.faults.length });
  const { session_id, turn, dag_version, source_ids } = at.run;
  const base_version = at.base_version ?? dag_version - 1;
  const { nodes } = outcome;
  const { before, brief, caused_by } = plan;
  const { reuse, works } = before === null ? noReuse : await findReuse(ports, agent, at, { before, nodes });
  const compared = compareVersions(before?.nodes ?? [], nodes, reuse);
  const made = { nodes, brief, source_ids, ...compared, caused_by };
  const bytes = Buffer.byteLength(JSON.stringify(made), "utf8");
  if (bytes > limits.revisionBytes) throw new Fault("plan_too_large", "reject", { bytes, max: limits.revisionBytes });
  const reused_artifacts = compared.reused.flatMap((step) => reuse.get(step)?.artifact_id ?? []);
  return {
    revision: {
      session_id,
      turn,
      dag_version,
      base_version,
      ...made,
      ...(reused_artifacts.length === 0 ? {} : { reused_artifacts }),
      committed_at: at.now,
    },
    tasks: tasksOf({ session_id, turn, dag_version }, nodes, reuse, askingOf(works, plan.questions ?? [])),
  };
}

/** Steps that have nothing to reuse but open questions for the very same work. */
function askingOf(works: ReadonlyMap<string, StepWork>, questions: readonly Question[]): Asking {
  const asking = new Map<string, readonly QuestionId[]>();
  for (const { id, step_id, work, status } of questions) {
    if (status !== "open" || works.get(step_id)?.base !== work) continue;
    asking.set(step_id, [...(asking.get(step_id) ?? []), id]);
  }
  return asking;
}

/** Version of a cell, part of what its work is named after. */
export function cellVersion(agent: Agent, cellId: string): number {
  if (cellId === TURN) return turnVersion;
  if (cellId === FORM) return formVersion;
  return agent.cells.find((cell) => cell.id === cellId)?.version ?? 0;
}

/** What a new version can reuse, and the work of the steps that it cannot but whose inputs are there. */
type Found = { readonly reuse: Reuse; readonly works: ReadonlyMap<string, StepWork> };

const noReuse: Found = { reuse: new Map(), works: new Map() };

/**
 * The work of a step is known when the artifacts of all steps before it are. What is likely to be there is looked up as if it
 * were, with what rests on it, so mostly once; what turns out otherwise is not believed, and what rests on it comes next.
 */
async function findReuse(
  ports: Pick<Ports, "runs">,
  agent: Agent,
  { run, now }: At,
  { before, nodes }: { readonly before: Revision; readonly nodes: readonly PlanNode[] },
): Promise<Found> {
  const reuse = new Map<string, { readonly artifact_id: ArtifactId }>();
  const works = new Map<string, StepWork>();
  const tried = new Set<string>([DELIVER]);
  for (;;) {
    const assumed = new Map([...reuse].map(([step, { artifact_id }]) => [step, artifact_id]));
    const asked = nodes.flatMap((node) => {
      if (tried.has(node.step_id) || !node.depends_on.every((step) => assumed.has(step))) return [];
      const answers = run.answers?.[node.step_id];
      const work = stepWork(node, cellVersion(agent, node.cell_id), inputsOf(node, assumed), answers);
      const likely = likelyArtifact(before, node, work);
      if (likely !== null) assumed.set(node.step_id, likely);
      return [{ node, work }];
    });
    if (asked.length === 0) return { reuse, works };
    const names = asked.map(({ work }) => work.name);
    const found = await ports.runs.readWorks(run, names);
    for (const [index, { node, work }] of asked.entries()) {
      if (!node.depends_on.every((step) => reuse.get(step)?.artifact_id === assumed.get(step))) continue;
      tried.add(node.step_id);
      const artifact_id = usable(found[index] ?? null, { run, now });
      if (artifact_id !== null) reuse.set(node.step_id, { artifact_id });
      else works.set(node.step_id, work);
    }
  }
}

/** The artifact of work that is done, not too old, and not of a version of which nothing is to be used. */
function usable(work: Work | null, { run, now }: At): ArtifactId | null {
  if (work?.status !== "done" || work.artifact_id === undefined) return null;
  if (work.fresh_until !== undefined && work.fresh_until < now) return null;
  return isDiscarded(run, work.dag_version ?? 0) ? null : work.artifact_id;
}

const inputsOf = (node: PlanNode, made: ReadonlyMap<string, ArtifactId>): Record<string, ArtifactId> =>
  Object.fromEntries(
    node.depends_on.flatMap((step) => {
      const known = made.get(step);
      return known === undefined ? [] : [[step, known]];
    }),
  );
