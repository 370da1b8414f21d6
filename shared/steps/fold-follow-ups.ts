import type { AskModel } from "../agents/ask-model.ts";
import type { Agent, DeliverableView } from "../agents/define-agent.ts";
import { createAskModel } from "../agents/structured-answer.ts";
import type { JsonObject } from "../contracts/json.ts";
import type {
  CausedBy,
  Disposition,
  Entry,
  Mailbox,
  PlanNode,
  Revision,
  Run,
  Source,
  Verdict,
} from "../contracts/records.ts";
import { DELIVER } from "../domain/plan-check.ts";
import type { Ports } from "../ports/ports.ts";
import type { MailboxChange } from "../ports/stores.ts";
import { commitVersion } from "./commit-version.ts";
import { dispatchAnswers, dispatchReady } from "./dispatch.ts";
import { entryText } from "./entry-text.ts";
import type { FoldContext, Taken } from "./fold.ts";
import { makeVersion } from "./make-version.ts";
import { planGeneral } from "./plan-general.ts";
import { type Change, planSpecialised } from "./plan-specialised.ts";
import { route } from "./route.ts";
import { agentOf, readDelivery, readSources, textOf, viewOf } from "./run-context.ts";
import { causeOf, startRun } from "./start-requested-run.ts";
import { takenOf } from "./taken.ts";

/** An entry with its whole text and where it goes. */
type Routed = { readonly entry: Entry; readonly text: string; readonly verdict: Verdict };

/** Takes follow-ups to one run: answers are handed on, changes become one revision, a new goal starts a run of its own. */
export async function foldFollowUps(
  ports: Ports,
  context: FoldContext,
  mailbox: Mailbox,
  taken: { readonly turn: number; readonly entries: readonly Entry[] },
): Promise<Taken> {
  const run = await ports.runs.readRun(mailbox.session_id, taken.turn);
  if (run === null) return refuse(ports, context, mailbox, taken.entries, "run_not_started");
  const agent = agentOf(ports, run.agent);
  const ask = createAskModel(ports.model);
  const delivery = await readDelivery(ports, run);
  const view = viewOf(agent, delivery);
  const shown = textOf(agent, delivery);
  const routed: Routed[] = [];
  for (const entry of taken.entries) {
    const text = await entryText(ports, mailbox.session_id, entry);
    const known = entry.verdict ?? context.verdicts.get(entry.event_id);
    const verdict =
      known ??
      (await route(ask, {
        agent,
        message: text,
        run_summary: run.input_text.slice(0, 500),
        latest_delivery: shown,
        parts: view.parts,
        is_busy: mailbox.active_turn !== undefined,
      }));
    context.verdicts.set(entry.event_id, verdict);
    routed.push({ entry, text, verdict });
  }
  const [first] = routed;
  if (first?.verdict.route === "new_run" && mailbox.active_turn === undefined) {
    return startChild(ports, context, mailbox, run, first);
  }
  return reviseAndAnswer(ports, context, mailbox, { run, agent, ask, view }, untilNewRun(routed, mailbox));
}

/** With the session free, a new goal is taken alone, so what is before it goes first. */
function untilNewRun(routed: readonly Routed[], mailbox: Mailbox): readonly Routed[] {
  if (mailbox.active_turn !== undefined) return routed;
  const newRun = routed.findIndex(({ verdict }) => verdict.route === "new_run");
  return newRun === -1 ? routed : routed.slice(0, newRun);
}

function startChild(ports: Ports, context: FoldContext, mailbox: Mailbox, parent: Run, first: Routed): Promise<Taken> {
  const turn = mailbox.turns + 1;
  return startRun(ports, context, mailbox, {
    entry: first.entry,
    agent: agentOf(ports, parent.agent),
    turn,
    next_turn: turn,
    parent_turn: parent.turn,
    verdict: first.verdict,
    source_ids: [...parent.source_ids, ...(first.entry.source_ids ?? [])],
  });
}

type Ground = { readonly run: Run; readonly agent: Agent; readonly ask: AskModel; readonly view: DeliverableView };

async function reviseAndAnswer(
  ports: Ports,
  context: FoldContext,
  mailbox: Mailbox,
  ground: Ground,
  routed: readonly Routed[],
): Promise<Taken> {
  const { run } = ground;
  const isBusy = mailbox.active_turn !== undefined;
  const answers = routed.filter(({ verdict }) => verdict.route === "direct_answer" && run.delivery_id !== undefined);
  const held = routed.filter(
    ({ verdict }) =>
      isBusy && (verdict.route === "new_run" || (verdict.route === "direct_answer" && run.delivery_id === undefined)),
  );
  const apart = new Set([...answers, ...held].map(({ entry }) => entry.event_id));
  const changes = routed.filter(({ entry }) => !apart.has(entry.event_id));
  const keep: NonNullable<MailboxChange["keep"]> = [
    ...answers.map(({ entry, verdict }) => ({ entry, verdict, state: "answering" as const })),
    ...held.map(({ entry, verdict }) => ({ entry, verdict, state: "waiting" as const })),
  ];
  const outcome =
    changes.length === 0
      ? await keepOnly(ports, context, run, keep)
      : await revise(ports, context, ground, changes, keep);
  if (outcome === "committed")
    await dispatchAnswers(
      ports,
      run.session_id,
      answers.map(({ entry }) => entry.event_id),
    );
  return outcome;
}

async function keepOnly(
  ports: Ports,
  context: FoldContext,
  run: Run,
  keep: NonNullable<MailboxChange["keep"]>,
): Promise<Taken> {
  const outcome = await ports.ledger.commit({
    session_id: run.session_id,
    at: ports.clock.now(),
    mailbox: { keep, lock_token: context.token },
    events: [],
    writes: [],
  });
  return takenOf(outcome);
}

async function revise(
  ports: Ports,
  context: FoldContext,
  ground: Ground,
  changes: readonly Routed[],
  keep: NonNullable<MailboxChange["keep"]>,
): Promise<Taken> {
  const { run, agent } = ground;
  const now = ports.clock.now();
  const source_ids = [...new Set([...run.source_ids, ...changes.flatMap(({ entry }) => entry.source_ids ?? [])])];
  const { failure: _failure, ...before } = run;
  const next: Run = {
    ...before,
    status: "queued",
    dag_version: run.dag_version + 1,
    rev: run.rev + 1,
    source_ids,
    updated_at: now,
  };
  const current = await ports.runs.readRevision(run.session_id, run.turn, run.dag_version);
  const base = await baseOf(ports, run, current, changes);
  const planned = await replan(ground, base, await readSources(ports, next), changes);
  const caused_by = changes.map(({ entry, verdict }, index) => {
    const undoneBy = planned.superseded_by[index];
    const by = undoneBy === null || undoneBy === undefined ? null : (changes[undoneBy]?.entry.event_id ?? null);
    return causeOf(entry, verdict, planned.became[index] ?? [], by);
  });
  const plan = { nodes: planned.nodes, before: current?.nodes ?? [], brief: planned.brief, caused_by };
  const version = await makeVersion(ports, agent, { ...next, now }, plan);
  const close = changes.map(({ entry, verdict }, index) => ({
    entry,
    verdict,
    disposition: dispositionOf(caused_by[index], next.dag_version),
  }));
  const outcome = await commitVersion(ports, context.token, version, { next, expect_rev: run.rev }, { close, keep });
  if (outcome.kind === "done") await dispatchReady(ports, version.tasks);
  return takenOf(outcome);
}

/** What the new version builds on: the current version, or for `rollback` the one that was delivered last. */
async function baseOf(
  ports: Ports,
  run: Run,
  current: Revision | null,
  changes: readonly Routed[],
): Promise<Revision | null> {
  const rollsBack = changes.some(({ entry }) => entry.on_busy === "rollback") && run.status !== "completed";
  if (!rollsBack || run.delivered_version === undefined) return current;
  return ports.runs.readRevision(run.session_id, run.turn, run.delivered_version);
}

type Replanned = {
  readonly brief: JsonObject;
  readonly nodes: readonly PlanNode[];
  readonly became: readonly CausedBy["became"][];
  readonly superseded_by: readonly (number | null)[];
};

async function replan(
  ground: Ground,
  base: Revision | null,
  sources: readonly Source[],
  changes: readonly Routed[],
): Promise<Replanned> {
  const { agent, run, ask, view } = ground;
  if (agent.kind === "specialised") {
    const brief = base?.brief ?? agent.policy.initial(run.input_text, sources);
    return planSpecialised(ask, agent, { brief, view, sources }, changes.map(toChange));
  }
  const earlier = base?.brief["follow_ups"];
  const follow_ups = [...(Array.isArray(earlier) ? earlier.map(String) : []), ...changes.map(({ text }) => text)];
  const previous = base?.nodes.filter((node) => node.step_id !== DELIVER) ?? [];
  const nodes = await planGeneral(ask, agent, { objective: run.input_text, follow_ups, sources, previous });
  return {
    brief: { objective: run.input_text, follow_ups },
    nodes,
    became: changes.map(({ text }) => text),
    superseded_by: changes.map(() => null),
  };
}

/** A question that the artifacts could not answer comes back as `revise_run` by the answering turn; something must be added then. */
const toChange = ({ text, verdict, entry }: Routed): Change => ({
  text,
  must_add: entry.verdict?.route === "revise_run" || verdict.by === "model",
});

const dispositionOf = (cause: CausedBy | undefined, dag_version: number): Disposition =>
  cause === undefined || cause.superseded_by === null
    ? { kind: "merged", dag_version }
    : { kind: "superseded", by: cause.superseded_by, dag_version };

async function refuse(
  ports: Ports,
  context: FoldContext,
  mailbox: Mailbox,
  entries: readonly Entry[],
  reason: string,
): Promise<Taken> {
  const outcome = await ports.ledger.commit({
    session_id: mailbox.session_id,
    at: ports.clock.now(),
    mailbox: {
      close: entries.map((entry) => ({
        entry,
        verdict: entry.verdict ?? null,
        disposition: { kind: "refused", reason },
      })),
      lock_token: context.token,
    },
    events: [],
    writes: [],
  });
  return takenOf(outcome);
}
