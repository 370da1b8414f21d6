import type { JsonObject } from "../contracts/json.ts";
import type { CausedBy, Disposition, PlanNode, Revision, Run, Source } from "../contracts/records.ts";
import { DELIVER } from "../domain/plan-check.ts";
import type { MailboxChange } from "../ports/stores.ts";
import { commitVersion } from "./commit-version.ts";
import { dispatchReady } from "./dispatch.ts";
import { type Fold, type Taken, takenOf } from "./fold-state.ts";
import type { Ground, Routed } from "./follow-up-ground.ts";
import { makeVersion } from "./make-version.ts";
import { planGeneral } from "./plan-general.ts";
import { type Change, planSpecialised } from "./plan-specialised.ts";
import { readSources } from "./run-context.ts";
import { causeOf } from "./start-run-from.ts";

/** Makes one new version of a run from everything that is to change, and closes the entries with what became of them. */
export async function reviseRun(
  { ports, token }: Fold,
  ground: Ground,
  changes: readonly Routed[],
  keep: NonNullable<MailboxChange["keep"]>,
): Promise<Taken> {
  const next = nextRun(ground.run, changes, ports.clock.now());
  const current = await ports.runs.readRevision(ground.run, ground.run.dag_version);
  const planned = await replan(
    ground,
    await baseOf({ ports }, ground.run, current, changes),
    await readSources(ports, next),
    changes,
  );
  const caused_by = changes.map(({ entry, verdict }, index) => {
    const later = changes[planned.superseded_by[index] ?? -1]?.entry.event_id ?? null;
    return causeOf(entry, verdict, planned.became[index] ?? [], later);
  });
  const plan = { nodes: planned.nodes, before: current?.nodes ?? [], brief: planned.brief, caused_by };
  const version = await makeVersion(ports, ground.agent, { ...next, now: next.updated_at }, plan);
  const close = changes.map(({ entry, verdict }, index) => ({
    entry,
    verdict,
    disposition: dispositionOf(caused_by[index]?.superseded_by ?? null, next.dag_version),
  }));
  const commit = { token, run: next, expect_rev: ground.run.rev, change: { close, keep } };
  const outcome = await commitVersion(ports, version, commit);
  if (outcome.kind === "done") await dispatchReady(ports, version.tasks);
  return takenOf(outcome);
}

function nextRun(run: Run, changes: readonly Routed[], now: number): Run {
  const { failure: _failure, ...before } = run;
  const added = changes.flatMap(({ entry }) => entry.source_ids ?? []);
  return {
    ...before,
    status: "queued",
    dag_version: run.dag_version + 1,
    rev: run.rev + 1,
    source_ids: [...new Set([...run.source_ids, ...added])],
    updated_at: now,
  };
}

/** What the new version builds on: the current version, or for `rollback` the one that was delivered last. */
async function baseOf(
  { ports }: Pick<Fold, "ports">,
  run: Run,
  current: Revision | null,
  changes: readonly Routed[],
): Promise<Revision | null> {
  const rollsBack = changes.some(({ entry }) => entry.on_busy === "rollback") && run.status !== "completed";
  if (!rollsBack || run.delivered_version === undefined) return current;
  return ports.runs.readRevision(run, run.delivered_version);
}

type Replanned = {
  readonly brief: JsonObject;
  readonly nodes: readonly PlanNode[];
  readonly became: readonly CausedBy["became"][];
  readonly superseded_by: readonly (number | null)[];
};

async function replan(
  { agent, run, ask, view }: Ground,
  base: Revision | null,
  sources: readonly Source[],
  changes: readonly Routed[],
): Promise<Replanned> {
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

/** A question that the artifacts could not answer comes back with a stored `revise_run`: then something must be added. */
const toChange = ({ text, verdict, entry }: Routed): Change => ({
  text,
  must_add: entry.verdict?.route === "revise_run" || verdict.by === "model",
});

const dispositionOf = (superseded_by: CausedBy["superseded_by"], dag_version: number): Disposition =>
  superseded_by === null ? { kind: "merged", dag_version } : { kind: "superseded", by: superseded_by, dag_version };
