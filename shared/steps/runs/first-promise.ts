import type { Agent } from "../../agents/define-agent.ts";
import type { PlanNode } from "../../contracts/plan-records.ts";
import type { Entry } from "../../contracts/records.ts";
import { partFirst } from "../../domain/routing/asked-later.ts";
import { PROMISE } from "../../domain/runs/promise-step.ts";

/** A run's first words: what its plan is made from, and the step that looks after what they ask for later, if they do. */
export type FirstWords = { readonly text: string; readonly promise: readonly PlanNode[] };

/** Only what a person asks an agent that may schedule is a promise. `text`: the entry's words, all of them. */
export function firstWords(agent: Agent, { event_id, seq, origin }: Entry, text: string): FirstWords {
  const parted = origin.type === "person" && agent.follow_ups.enabled ? partFirst(text) : null;
  if (parted === null) return { text, promise: [] };
  const promise = {
    step_id: PROMISE,
    cell_id: PROMISE,
    title: "Schedule what is asked for later",
    args: { asked: parted.later, event_id, seq },
    depends_on: [],
  };
  return { text: parted.now, promise: [promise] };
}
