import type { Agent } from "../../agents/define-agent.ts";
import { mayBeStored } from "../../contracts/bounded-json.ts";
import type { QuestionId } from "../../contracts/ids.ts";
import type { JsonObject } from "../../contracts/json.ts";
import { limits } from "../../contracts/limits.ts";
import type { CausedBy, PlanNode, Revision, Task } from "../../contracts/plan-records.ts";
import type { Question } from "../../contracts/question.ts";
import type { Millis, Run } from "../../contracts/records.ts";
import { checkPlan } from "../../domain/runs/plan-check.ts";
import { type Asking, compareVersions, type StepWork, tasksOf } from "../../domain/runs/plan-tasks.ts";
import { Fault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import { cellChecks } from "./cell-checks.ts";
import { findReuse, noReuse } from "./find-reuse.ts";

/** A version that is ready to be committed. */
export type Version = { readonly revision: Revision; readonly tasks: readonly Task[] };

/** Of which run a version is, and when. `base_version`: what it was made from, if not the one before it. */
type At = { readonly run: Run; readonly now: Millis; readonly base_version?: number };

/**
 * Makes a plan into a version: checked, compared with the version before, with every step reused whose cell, arguments,
 * answers and input artifacts are unchanged, and every open question kept whose step would ask it again. Costs reads in
 * proportion to the plan, not to the history, and mostly one request for a hundred steps.
 * @throws Fault `bad_plan` (park) when the agent's own plan breaks a rule of plans, or it or what it is made from cannot be
 * stored, `plan_too_large` (reject).
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
  const faults = outcome.kind === "bad" ? outcome.faults.length : 0;
  const isKept = mayBeStored(plan.brief) && plan.caused_by.every(({ became }) => mayBeStored(became));
  if (outcome.kind === "bad" || !isKept)
    throw new Fault("bad_plan", "park", { agent: agent.slug, faults: faults + (isKept ? 0 : 1) });
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
