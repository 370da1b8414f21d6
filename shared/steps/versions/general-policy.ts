import type { DeliverableView, GeneralAgent } from "../../agents/define-agent.ts";
import { TURN } from "../../agents/turn-cell.ts";
import type { Revision } from "../../contracts/plan-records.ts";
import { forOtherPart } from "../../domain/references/other-part.ts";
import { resolveReferences } from "../../domain/references/reference.ts";
import { isDismissal, isUndo, meansAnother } from "../../domain/routing/take-back.ts";
import { fitObservations } from "../../domain/runs/fit-observations.ts";
import { DELIVER } from "../../domain/runs/plan-check.ts";
import { PROMISE } from "../../domain/runs/promise-step.ts";
import { askForSuggestions } from "./ask-for-suggestions.ts";
import type { FollowUpPolicy, GoesBack, Revising, Unclear } from "./follow-up-policy.ts";
import { planGeneral } from "./plan-general.ts";

/**
 * The policy of a general agent. Whatever a person says is a further observation beside the objective; the model plans anew
 * with all of them, with the plan before at hand, and what it keeps is reused. A different goal starts a run of its own.
 *
 * scope: any goal · missing input: in words, when a step lacks it · a revision: an incremental graph · suggestions: from the
 * final answer · risk it guards against: drift and sprawl, by one objective a run and by what is remembered for the session
 */
export function generalPolicy(agent: GeneralAgent): FollowUpPolicy {
  return {
    allow: (verdict) => verdict,

    first: async ({ ask, text, sources, memory }) => {
      const asked = fitObservations({ objective: text, follow_ups: [] });
      const nodes = await planGeneral(ask, agent, { ...asked, sources, previous: [], memory: memory.told });
      return { brief: asked, nodes, became: [text], superseded_by: [null] };
    },

    revise: async ({ ask, run, view, base, before, sources, memory, is_busy }, changes) => {
      const said = changes.map(({ text }) => text);
      const { texts, unclear } = corrected(said, base, view);
      const { superseded_by, goes_back, ...asked } = observed({ base, before, run, is_busy }, said, texts);
      // What is taken back must not be kept because it stands in the plan.
      const isUnread = texts.some((text, index) => text === said[index] && meansAnother(text) !== null);
      const back = isUnread ? Math.max(1, goes_back.versions) : goes_back.versions;
      const kept = back === 0 ? base : (before[back - 1] ?? base);
      const previous = kept?.nodes.filter(({ cell_id }) => !notPlanned.includes(cell_id)) ?? [];
      const points_at = texts.flatMap((text) => resolveReferences(text, view.parts, view.earlier).parts);
      const nodes = await planGeneral(ask, agent, { ...asked, points_at, sources, previous, memory: memory.told });
      return { brief: asked, nodes, became: texts, superseded_by, unclear, goes_back };
    },

    suggest: ({ ask, run, brief, view }) => askForSuggestions(ask, run, brief, view),

    stillSuggests: () => null,
  };
}

/** What stands in a plan without the model. */
const notPlanned: readonly string[] = [DELIVER, PROMISE, TURN];

const knownOf = (base: Revision | null): readonly string[] => {
  const known = base?.brief["follow_ups"];
  return Array.isArray(known) ? known.map(String) : [];
};

/**
 * What messages say that only mean another part than the one before them named: its words with the one other part there is.
 * Where that cannot be told the model reads it; where there are several it is unclear.
 */
function corrected(said: readonly string[], base: Revision | null, { parts }: DeliverableView) {
  const texts: string[] = [];
  const unclear: Unclear[] = [];
  for (const [index, text] of said.entries()) {
    const before = texts[index - 1] ?? knownOf(base).at(-1);
    const other = meansAnother(text) === null || before === undefined ? null : forOtherPart(before, parts);
    if (other?.kind === "unclear") unclear.push({ index, why: "correction" });
    texts.push(other?.kind === "reworded" ? other.text : text);
  }
  return { texts, unclear };
}

type From = Pick<Revising, "base" | "before" | "run" | "is_busy">;

/** What was asked so far, as the briefs keep it; "cancel that" takes the last observation away, "the other one" replaces it. */
function observed({ base, before, run, is_busy }: From, said: readonly string[], texts: readonly string[]) {
  const begun = base?.brief["objective"];
  const first = base === null ? (texts[0] ?? run.input_text) : run.input_text;
  const all = knownOf(base).map((text) => ({ text, index: -1 }));
  const superseded_by: (number | null)[] = texts.map(() => null);
  for (const [index, text] of texts.entries()) {
    // Started over from nothing: the first words are the objective.
    if (base === null && index === 0) continue;
    const { replacesLast, isKnown } = effectOf(text, said[index], is_busy || index > 0);
    const undone = replacesLast ? all.pop()?.index : undefined;
    if (undone !== undefined && undone >= 0) superseded_by[undone] = index;
    if (isKnown) all.push({ text, index });
  }
  const objective = typeof begun === "string" ? begun : first;
  const goes_back = goesBack({ base, before }, all);
  return { ...fitObservations({ objective, follow_ups: all.map(({ text }) => text) }), superseded_by, goes_back };
}

/** Whether a message takes the place of the last one, and whether it is to be known itself. */
function effectOf(text: string, said: string | undefined, isBusy: boolean) {
  const takesBack = isUndo(text, isBusy);
  return { replacesLast: takesBack || text !== said, isKnown: !(takesBack || isDismissal(text)) };
}

/** How far back the newest version is that knows no more than what still counts. */
function goesBack(
  { base, before }: Pick<From, "base" | "before">,
  all: readonly { readonly index: number }[],
): GoesBack {
  const versions = base === null ? [] : [base, ...before];
  const old = all.filter(({ index }) => index < 0).length;
  const found = versions.findIndex((version) => knownOf(version).length <= old);
  const back = found === -1 ? Math.max(0, versions.length - 1) : found;
  const isAsThere = knownOf(versions[back] ?? null).length === old;
  return { versions: back, is_all: isAsThere && old === all.length };
}
