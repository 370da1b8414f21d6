import type { SpecialisedAgent } from "../agents/define-agent.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { CausedBy, PlanNode, Revision } from "../contracts/plan-records.ts";
import type { Run, Source } from "../contracts/records.ts";
import { DELIVER } from "../domain/plan-check.ts";
import type { Ports } from "../ports/ports.ts";
import type { Ground, Routed } from "./follow-up-ground.ts";
import { planGeneral } from "./plan-general.ts";
import { type Change, planSpecialised } from "./plan-specialised.ts";

/** A plan made anew, with what each change became of it. */
export type Replanned = {
  readonly brief: JsonObject;
  readonly nodes: readonly PlanNode[];
  readonly became: readonly CausedBy["became"][];
  /** Index of the later change that undid it, or null. */
  readonly superseded_by: readonly (number | null)[];
};

/** Makes a plan from the version that the changes build on; without one, the first of them is what is asked first. */
export async function replan(
  ports: Pick<Ports, "runs">,
  ground: Ground,
  from: { readonly base: Revision | null; readonly sources: readonly Source[] },
  changes: readonly Routed[],
): Promise<Replanned> {
  const { agent, ask, view, run } = ground;
  const { base, sources } = from;
  const first = changes[0]?.text ?? run.input_text;
  if (agent.kind === "specialised") {
    const known = base === null ? null : await briefOf(ports, agent, run, base);
    const brief = known ?? agent.policy.initial(base === null ? first : run.input_text, sources);
    return planSpecialised(ask, agent, { brief, view, sources }, changes.map(toChange));
  }
  const asked = observations(base, run, changes);
  const previous = base?.nodes.filter((node) => node.step_id !== DELIVER) ?? [];
  const nodes = await planGeneral(ask, agent, { ...asked, sources, previous });
  return {
    brief: asked,
    nodes,
    became: changes.map(({ text }) => text),
    superseded_by: changes.map(() => null),
  };
}

/** What was asked of a general agent so far, as its briefs keep it. */
function observations(base: Revision | null, run: Run, changes: readonly Routed[]) {
  const texts = changes.map(({ text }) => text);
  if (base === null) return { objective: texts[0] ?? run.input_text, follow_ups: texts.slice(1) };
  const { objective, follow_ups: earlier } = base.brief;
  return {
    objective: typeof objective === "string" ? objective : run.input_text,
    follow_ups: [...(Array.isArray(earlier) ? earlier.map(String) : []), ...texts],
  };
}

/**
 * The brief that a revision was made from. A woken turn has none of its own: then it is that of the run that scheduled
 * it, back to the start of the chain; null when no run of it has one.
 */
async function briefOf(
  ports: Pick<Ports, "runs">,
  agent: SpecialisedAgent,
  run: Run,
  base: Revision,
): Promise<JsonObject | null> {
  const own = agent.policy.brief.safeParse(base.brief);
  if (own.success) return own.data;
  let at: Run | null = run;
  while (at?.wake !== undefined) {
    at = await ports.runs.readRun({ session_id: run.session_id, turn: at.wake.scheduled_by_turn });
    const revision: Revision | null = at === null ? null : await ports.runs.readRevision(at, at.dag_version);
    const brief = agent.policy.brief.safeParse(revision?.brief);
    if (brief.success) return brief.data;
  }
  return null;
}

/** A question that the artifacts could not answer comes back with a stored `revise_run`: then something must be added. */
const toChange = ({ text, verdict, entry }: Routed): Change => ({
  text,
  must_add: entry.verdict?.route === "revise_run" || verdict.by === "model",
});
