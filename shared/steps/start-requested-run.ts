import type { AskModel } from "../agents/ask-model.ts";
import type { Agent } from "../agents/define-agent.ts";
import { createAskModel } from "../agents/structured-answer.ts";
import { runIdOf } from "../contracts/ids.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { CausedBy, Entry, Mailbox, PlanNode, Run, Source, Verdict } from "../contracts/records.ts";
import type { Ports } from "../ports/ports.ts";
import { cancelRun } from "./cancel-run.ts";
import { commitVersion } from "./commit-version.ts";
import { dispatchReady } from "./dispatch.ts";
import { entryText } from "./entry-text.ts";
import type { FoldContext, Taken } from "./fold.ts";
import { makeVersion } from "./make-version.ts";
import { planGeneral } from "./plan-general.ts";
import { planSpecialised } from "./plan-specialised.ts";
import { agentOf, readSources } from "./run-context.ts";
import { takenOf } from "./taken.ts";

/** Starts the run that a `start_run` entry asks for: its first plan, version 1. */
export async function startRequestedRun(
  ports: Ports,
  context: FoldContext,
  mailbox: Mailbox,
  entry: Entry,
): Promise<Taken> {
  if (mailbox.active_turn !== undefined) {
    // `rollback`: what goes on is given up first; the next look finds the session free.
    await cancelRun(ports, { owner: mailbox.owner, session_id: mailbox.session_id, turn: mailbox.active_turn });
    return "again";
  }
  const agent = agentOf(ports, entry.agent ?? mailbox.agent);
  return startRun(ports, context, mailbox, {
    entry,
    agent,
    turn: entry.turn,
    verdict: null,
    source_ids: entry.source_ids ?? [],
  });
}

/** Starts a run from an entry, in the entry's own words. `turn` is new: the entry's, or the session's next. */
export async function startRun(
  ports: Ports,
  context: FoldContext,
  mailbox: Mailbox,
  start: {
    readonly entry: Entry;
    readonly agent: Agent;
    readonly turn: number;
    readonly verdict: Verdict | null;
    readonly source_ids: Run["source_ids"];
    readonly next_turn?: number;
    readonly parent_turn?: number;
  },
): Promise<Taken> {
  const { entry, agent, turn } = start;
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
  const sources = await readSources(ports, run);
  const first = await firstPlan(createAskModel(ports.model), agent, text, sources);
  const caused_by = [causeOf(entry, start.verdict, first.became)];
  const plan = { nodes: first.nodes, before: [], brief: first.brief, caused_by };
  const version = await makeVersion(ports, agent, { ...run, now }, plan);
  const outcome = await commitVersion(
    ports,
    context.token,
    version,
    { next: run, expect_rev: null },
    {
      close: [
        { entry, verdict: start.verdict, disposition: { kind: "started_run", run_id: runIdOf(run.session_id, turn) } },
      ],
      ...(start.next_turn === undefined ? {} : { next_turn: start.next_turn }),
    },
  );
  if (outcome.kind === "done") await dispatchReady(ports, version.tasks);
  return takenOf(outcome);
}

type FirstPlan = {
  readonly brief: JsonObject;
  readonly nodes: readonly PlanNode[];
  readonly became: readonly JsonObject[] | string;
};

async function firstPlan(ask: AskModel, agent: Agent, text: string, sources: readonly Source[]): Promise<FirstPlan> {
  if (agent.kind === "specialised") {
    const brief = agent.policy.initial(text, sources);
    const view = { content: null, parts: [] };
    const planned = await planSpecialised(ask, agent, { brief, view, sources }, [{ text, must_add: false }]);
    return { brief: planned.brief, nodes: planned.nodes, became: planned.became[0] ?? [] };
  }
  const nodes = await planGeneral(ask, agent, { objective: text, follow_ups: [], sources, previous: [] });
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
