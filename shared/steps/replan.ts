import { TURN } from "../agents/turn-cell.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { CausedBy, PlanNode, Revision } from "../contracts/plan-records.ts";
import type { Run, Source } from "../contracts/records.ts";
import { DELIVER } from "../domain/plan-check.ts";
import { resolveReferences } from "../domain/reference.ts";
import { isUndo } from "../domain/route-rules.ts";
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
  from: {
    readonly base: Revision | null;
    /** The version that the base was made from, when something is to be taken back. */
    readonly before: Revision | null;
    readonly sources: readonly Source[];
    readonly memory: PlanMemory;
  },
  changes: readonly Routed[],
): Promise<Replanned> {
  const { agent, ask, view, run } = ground;
  const { base, before, sources, memory } = from;
  if (agent.kind === "specialised") {
    const text = changes[0]?.text ?? run.input_text;
    const initial = () => agent.policy.initial(readStandingWishes(text).rest || text, sources);
    const brief = base?.brief ?? briefUnder(agent, initial(), memory.rules);
    const given = { brief, before: before?.brief ?? null, view, sources, rules: memory.rules };
    return planSpecialised(ask, agent, given, changes.map(toChange));
  }
  const { superseded_by, ...asked } = observations(base, run, changes);
  // What is taken back must not be kept because it stands in the plan.
  const kept = changes.some(({ text }) => isUndo(text)) ? (before ?? base) : base;
  const previous = kept?.nodes.filter((node) => node.step_id !== DELIVER && node.cell_id !== TURN) ?? [];
  const points_at = changes.flatMap(({ text }) => resolveReferences(text, view.parts, view.earlier).parts);
  const nodes = await planGeneral(ask, agent, { ...asked, points_at, sources, previous, memory: memory.told });
  return {
    brief: asked,
    nodes,
    became: changes.map(({ text }) => text),
    superseded_by,
  };
}

/** What was asked of a general agent so far, as its briefs keep it; "cancel that" takes the last observation away. */
function observations(base: Revision | null, run: Run, changes: readonly Routed[]) {
  const texts = changes.map(({ text }) => text);
  const earlier = base?.brief["follow_ups"];
  const known = Array.isArray(earlier) ? earlier.map(String) : [];
  const first = base === null ? 1 : 0;
  const said = base?.brief["objective"];
  const begun = base === null ? (texts[0] ?? run.input_text) : run.input_text;
  const objective = typeof said === "string" ? said : begun;
  const observed: { readonly text: string; readonly index: number | null }[] = known.map((text) => ({
    text,
    index: null,
  }));
  const superseded_by: (number | null)[] = texts.map(() => null);
  for (const [index, text] of texts.entries()) {
    if (index < first) continue;
    if (!isUndo(text)) {
      observed.push({ text, index });
      continue;
    }
    const undone = observed.pop()?.index ?? null;
    if (undone !== null) superseded_by[undone] = index;
  }
  return { objective, follow_ups: observed.map(({ text }) => text), superseded_by };
}

/** A question that the artifacts could not answer comes back with a stored `revise_run`: then something must be added. */
const toChange = ({ text, verdict, entry }: Routed): Change => ({
  text,
  must_add: entry.verdict?.route === "revise_run" || verdict.by === "model",
});
