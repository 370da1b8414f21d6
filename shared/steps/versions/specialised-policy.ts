import * as z from "zod";
import type { SpecialisedAgent } from "../../agents/define-agent.ts";
import { JsonObject } from "../../contracts/json.ts";
import { asksAgain } from "../../domain/routing/again-words.ts";
import { asksForFacts } from "../../domain/routing/route-rules.ts";
import { readStandingWishes } from "../../domain/routing/standing-wish.ts";
import { meansAnother, onlyRefuses } from "../../domain/routing/take-back.ts";
import { isUpgraded } from "../../domain/routing/upgraded.ts";
import type { Routed } from "../fold/follow-up-ground.ts";
import type { FirstAsked, FollowUpPolicy, Revising } from "./follow-up-policy.ts";
import { briefUnder, planSpecialised } from "./plan-specialised.ts";
import type { Change } from "./read-operations.ts";

const JsonObjects = z.array(JsonObject);

/**
 * The policy of a specialised agent. Its plan is a pure function of a brief, and whatever a person says is one or more
 * operations on that brief: explain, expand, change the format, recalculate, add a section. It never leaves its deliverable.
 *
 * scope: the deliverable · missing input: a form over the brief · a revision: the difference of two plans · suggestions:
 * templates · risk it guards against: a question that the deliverable cannot answer is not lost, it becomes the fallback
 * operation; a wish that no operation fits changes nothing, and one that no usable model could read is added: the person is
 * told of both
 */
export function specialisedPolicy(agent: SpecialisedAgent): FollowUpPolicy {
  const { policy } = agent;
  return {
    allow: (verdict) => {
      if (verdict.route !== "new_run") return verdict;
      const reason = `${verdict.reason}; a specialised agent works on its deliverable`;
      return { ...verdict, route: "revise_run", reason };
    },

    first: ({ ask, text, sources, memory }) => {
      const brief = briefFor(agent, { text, sources, memory });
      const from = { brief, view: { content: null, parts: [] }, sources, rules: memory.rules };
      return planSpecialised(ask, agent, from, [{ text, must_add: false, stands_alone: true, is_first: true }]);
    },

    revise: ({ ask, run, is_busy, is_revived, view, base, before, restored, sources, memory }, changes) => {
      const text = changes[0]?.text ?? run.input_text;
      const brief = base?.brief ?? briefFor(agent, { text, sources, memory });
      const last = base?.caused_by.filter(({ superseded_by }) => superseded_by === null).at(-1)?.became;
      const from = {
        brief,
        before: before.map((version) => version.brief),
        restored,
        last: JsonObjects.safeParse(last).data ?? [],
        view,
        sources,
        rules: memory.rules,
        is_busy,
      };
      return planSpecialised(ask, agent, from, changes.map(toChange({ base, is_revived })));
    },

    suggest: async ({ view, brief }) => policy.suggest?.(view, brief) ?? [],

    stillSuggests: (view, brief) => (view.content === null ? null : (policy.suggest?.(view, brief) ?? [])),
  };
}

/** The brief that first words begin with, under the rules that hold already. */
function briefFor(agent: SpecialisedAgent, { text, sources, memory }: Omit<FirstAsked, "ask">) {
  const asked = readStandingWishes(text).rest || text;
  return briefUnder(agent, agent.policy.initial(asked, sources), memory.rules);
}

/** What a message has to come to. */
const toChange =
  ({ base, is_revived }: Pick<Revising, "base" | "is_revived">) =>
  ({ text, entry }: Routed, index: number): Change => ({
    text,
    is_first: base === null && index === 0,
    must_add: (isUpgraded(entry.verdict) || asksForFacts(text)) && meansAnother(text) === null && !onlyRefuses(text),
    stands_alone:
      (base === null && index === 0) ||
      (entry.source_ids ?? []).length > 0 ||
      asksAgain(text) ||
      (is_revived && !onlyRefuses(text)),
  });
