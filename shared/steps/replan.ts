import { TURN } from "../agents/turn-cell.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { CausedBy, PlanNode, Revision } from "../contracts/plan-records.ts";
import type { Run, Source } from "../contracts/records.ts";
import { DELIVER } from "../domain/plan-check.ts";
import { readStandingWishes } from "../domain/standing-wish.ts";
import type { Ground, Routed } from "./follow-up-ground.ts";
import { planGeneral } from "./plan-general.ts";
import { briefUnder, type Change, planSpecialised } from "./plan-specialised.ts";
import type { PlanMemory } from "./recall-memory.ts";

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
  ground: Ground,
  from: { readonly base: Revision | null; readonly sources: readonly Source[]; readonly memory: PlanMemory },
  changes: readonly Routed[],
): Promise<Replanned> {
  const { agent, ask, view, run } = ground;
  const { base, sources, memory } = from;
  if (agent.kind === "specialised") {
    const text = changes[0]?.text ?? run.input_text;
    const initial = () => agent.policy.initial(readStandingWishes(text).rest || text, sources);
    const brief = base?.brief ?? briefUnder(agent, initial(), memory.rules);
    return planSpecialised(ask, agent, { brief, view, sources, rules: memory.rules }, changes.map(toChange));
  }
  const asked = observations(base, run, changes);
  const previous = base?.nodes.filter((node) => node.step_id !== DELIVER && node.cell_id !== TURN) ?? [];
  const nodes = await planGeneral(ask, agent, { ...asked, sources, previous, memory: memory.told });
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

/** A question that the artifacts could not answer comes back with a stored `revise_run`: then something must be added. */
const toChange = ({ text, verdict, entry }: Routed): Change => ({
  text,
  must_add: entry.verdict?.route === "revise_run" || verdict.by === "model",
});
