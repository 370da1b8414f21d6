import type { AskModel } from "../agents/ask-model.ts";
import type { Agent } from "../agents/define-agent.ts";
import { createAskModel } from "../agents/structured-answer.ts";
import { runIdOf } from "../contracts/ids.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { CausedBy, PlanNode } from "../contracts/plan-records.ts";
import type { Entry, Run, Source, Verdict } from "../contracts/records.ts";
import { allowedSources } from "../domain/allowed-sources.ts";
import { readStandingWishes } from "../domain/standing-wish.ts";
import { commitVersion } from "./commit-version.ts";
import { dispatchReady } from "./dispatch.ts";
import { entryText } from "./entry-text.ts";
import { type Fold, type Taken, takenOf } from "./fold-state.ts";
import { makeVersion } from "./make-version.ts";
import { planGeneral } from "./plan-general.ts";
import { briefUnder, planSpecialised } from "./plan-specialised.ts";
import { memoryWith, type PlanMemory } from "./recall-memory.ts";
import { readSources } from "./run-context.ts";
import { underRules } from "./under-rules.ts";

/** A run that is to start from an entry. `turn` is the entry's own, or the session's next and then also `next_turn`. */
export type NewRun = {
  readonly entry: Entry;
  readonly agent: Agent;
  readonly turn: number;
  readonly verdict: Verdict | null;
  readonly source_ids: Run["source_ids"];
  readonly next_turn?: number;
  readonly parent_turn?: number;
};

/** Starts a run from an entry, in the entry's own words: version 1 of its plan. */
export async function startRunFrom({ ports, token, mailbox }: Fold, start: NewRun): Promise<Taken> {
  const { entry, agent, turn, verdict } = start;
  const now = ports.clock.now();
  const text = await entryText(ports, mailbox.session_id, entry);
  const parent = start.parent_turn ?? (turn > 1 ? turn - 1 : undefined);
  const run: Run = {
    session_id: mailbox.session_id,
    turn,
    agent: agent.slug,
    status: "queued",
    dag_version: 1,
    rev: 1,
    input_text: entry.text,
    ...(parent === undefined ? {} : { parent_turn: parent }),
    source_ids: start.source_ids,
    origin: entry.origin,
    created_at: entry.received_at,
    updated_at: now,
  };
  const memory = await memoryWith({ ports, mailbox }, run, agent.kind, [{ entry, text }]);
  const sources = allowedSources(await readSources(ports, run), memory.rules);
  const first = await firstPlan(createAskModel(ports.model), agent, text, { sources, memory });
  const nodes = underRules(agent, first.nodes, memory.rules);
  const plan = { ...first, nodes, before: [], caused_by: [causeOf(entry, verdict, first.became)] };
  const version = await makeVersion(ports, agent, { run, now }, plan);
  const disposition = { kind: "started_run" as const, run_id: runIdOf(run.session_id, turn) };
  const outcome = await commitVersion(ports, version, {
    token,
    run,
    expect_rev: null,
    change: {
      close: [{ entry, verdict, disposition }],
      ...(start.next_turn === undefined ? {} : { next_turn: start.next_turn }),
    },
    writes: memory.writes,
  });
  if (outcome.kind === "done") await dispatchReady(ports, version.tasks);
  return takenOf(outcome);
}

type FirstPlan = {
  readonly brief: JsonObject;
  readonly nodes: readonly PlanNode[];
  readonly became: readonly JsonObject[] | string;
};

async function firstPlan(
  ask: AskModel,
  agent: Agent,
  text: string,
  { sources, memory }: { readonly sources: readonly Source[]; readonly memory: PlanMemory },
): Promise<FirstPlan> {
  if (agent.kind === "specialised") {
    const asked = readStandingWishes(text).rest || text;
    const brief = briefUnder(agent, agent.policy.initial(asked, sources), memory.rules);
    const from = { brief, view: { content: null, parts: [] }, sources, rules: memory.rules };
    const planned = await planSpecialised(ask, agent, from, [{ text, must_add: false }]);
    return { brief: planned.brief, nodes: planned.nodes, became: planned.became[0] ?? [] };
  }
  const nodes = await planGeneral(ask, agent, {
    objective: text,
    follow_ups: [],
    sources,
    previous: [],
    memory: memory.told,
  });
  return { brief: { objective: text, follow_ups: [] }, nodes, became: text };
}

/** An entry's part in a revision. */
export const causeOf = (
  entry: Entry,
  verdict: Verdict | null,
  became: CausedBy["became"],
  superseded_by: CausedBy["superseded_by"] = null,
): CausedBy => ({
  event_id: entry.event_id,
  seq: entry.seq,
  text: entry.text.slice(0, 500),
  verdict,
  became,
  superseded_by,
});
