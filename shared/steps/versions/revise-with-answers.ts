import type { Agent } from "../../agents/define-agent.ts";
import { FORM } from "../../agents/form-cell.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { CausedBy, PlanNode, Revision } from "../../contracts/plan-records.ts";
import type { Run, Source } from "../../contracts/records.ts";
import { allowedSources } from "../../domain/references/allowed-sources.ts";
import { DELIVER } from "../../domain/runs/plan-check.ts";
import { withPromise } from "../../domain/runs/promise-step.ts";
import { Fault } from "../../errors/fault.ts";
import type { Fold, Taken } from "../fold/fold-state.ts";
import type { Filled } from "../questions/filled-questions.ts";
import { agentOf, readSources } from "../runs/run-context.ts";
import { causeOf } from "../runs/start-run-from.ts";
import { commitRevision } from "./commit-revision.ts";
import { nodesFor } from "./plan-specialised.ts";
import { memoryWith } from "./recall-memory.ts";
import { underRules } from "./under-rules.ts";

/** Makes a new version from answers: the plan may depend on them, or what was done before they came. */
export async function reviseWithAnswers(fold: Fold, filled: Filled): Promise<Taken> {
  const { ports, mailbox } = fold;
  const { run, by, answers, changed } = filled;
  const current = await ports.runs.readRevision(run, run.dag_version);
  if (current === null) throw new Fault("revision_missing", "retry", { turn: run.turn, version: run.dag_version });
  const { failure: _failure, ...before } = run;
  const next: Run = {
    ...before,
    answers,
    status: "queued",
    dag_version: run.dag_version + 1,
    rev: run.rev + 1,
    source_ids: [...new Set([...run.source_ids, ...(by?.entry.source_ids ?? [])])],
    updated_at: filled.at,
  };
  const became = Object.fromEntries(changed.map(({ name, answer }) => [name, answer ?? null]));
  const caused_by: CausedBy[] = by === null ? [] : [causeOf(by.entry, by.verdict, became)];
  const agent = agentOf(ports, run.agent);
  const memory = await memoryWith({ ports, mailbox }, next, agent.kind, by === null ? [] : [by]);
  const sources = allowedSources(await readSources(ports, next), memory.rules);
  const { brief, nodes } = planWith(agent, { sources, current, form: answers[FORM]?.values });
  return commitRevision(fold, {
    agent,
    before: run,
    next,
    current,
    plan: { brief, nodes: withPromise(underRules(agent, nodes, memory.rules), current.nodes), caused_by },
    change: filled.change,
    questions: filled.after,
    closed: changed,
    events: filled.events,
    writes: memory.writes,
  });
}

/** The plan as it is with what was filled into the form, if anything was, and with the sources that there are now. */
function planWith(
  agent: Agent,
  {
    sources,
    current,
    form,
  }: { readonly sources: readonly Source[]; readonly current: Revision; readonly form: JsonObject | undefined },
): { readonly brief: JsonObject; readonly nodes: readonly PlanNode[] } {
  const { brief, nodes } = current;
  if (agent.kind === "general") return { brief, nodes: nodes.filter(({ step_id }) => step_id !== DELIVER) };
  const full = form === undefined ? brief : (agent.policy.form?.fill(brief, form) ?? brief);
  return { brief: full, nodes: nodesFor(agent.policy, full, sources) };
}
