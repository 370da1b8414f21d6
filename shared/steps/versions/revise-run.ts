import type { JsonObject } from "../../contracts/json.ts";
import type { CausedBy, Revision } from "../../contracts/plan-records.ts";
import type { Disposition, Run } from "../../contracts/records.ts";
import { allowedSources } from "../../domain/references/allowed-sources.ts";
import { readStandingWishes } from "../../domain/routing/standing-wish.ts";
import { asksToStop } from "../../domain/routing/stop-words.ts";
import { goesBackTo, isUndo, meansAnother } from "../../domain/routing/take-back.ts";
import { liveStatuses } from "../../domain/runs/live-statuses.ts";
import { withPromise } from "../../domain/runs/promise-step.ts";
import { afterRevision } from "../../domain/runs/suggestions.ts";
import { baseVersion } from "../../domain/runs/version-base.ts";
import { Fault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import type { MailboxChange } from "../../ports/stores.ts";
import type { Fold, Taken } from "../fold/fold-state.ts";
import type { Ground, Routed } from "../fold/follow-up-ground.ts";
import { tellUnmet, toldWithVersion } from "../fold/tell-unmet.ts";
import { readSources } from "../runs/run-context.ts";
import { causeOf } from "../runs/start-run-from.ts";
import { commitRevision } from "./commit-revision.ts";
import type { GoesBack } from "./follow-up-policy.ts";
import { policyOf } from "./policy-of.ts";
import { memoryWith } from "./recall-memory.ts";
import { underRules } from "./under-rules.ts";

/**
 * Makes one new version of a run from everything that is to change, and closes the entries with what became of them. One
 * that starts over (`rollback`) undoes what was not delivered, and with it the changes that came before it.
 */
export async function reviseRun(
  fold: Fold,
  ground: Ground,
  changes: readonly Routed[],
  keep: NonNullable<MailboxChange["keep"]>,
): Promise<Taken> {
  const { ports, mailbox } = fold;
  const stops = changes.filter(({ text }) => asksToStop(text));
  if (stops.length > 0) return tellUnmet(fold, ground, { changes: stops, why: "stop" }, keep);
  const undone = countGivenUp(changes);
  const taken = changes.slice(undone);
  const from = await baseOf(ports, ground, changes);
  const next = nextRun(ground.run, from, taken, ports.clock.now());
  const memory = await memoryWith({ ports, mailbox }, next, ground.agent.kind, changes);
  const sources = allowedSources(await readSources(ports, next), memory.rules);
  const is_busy = liveStatuses.includes(ground.run.status);
  const backwards = taken.filter(
    ({ text }, index) => isUndo(readStandingWishes(text).rest, is_busy || index > 0) || meansAnother(text) !== null,
  ).length;
  const before = await versionsBefore(ports, next, from.base, backwards);
  const { ask, view } = ground;
  const is_revived = ground.run.status === "failed" || ground.run.status === "canceled";
  const restored = await Promise.all(taken.map(({ text }) => restoredBy(ports, ground, text)));
  const revising = { ask, view, run: next, is_busy, is_revived, base: from.base, before, restored, sources, memory };
  const planned = await policyOf(ground.agent).revise(revising, taken);
  const unclear = planned.unclear?.filter(({ in_version }) => in_version !== true) ?? [];
  const unmet = unclear.filter(({ why }) => why === "no_operation").flatMap(({ index }) => taken[index] ?? []);
  // What else came with them is read in the next round, as if it had come alone.
  if (unmet.length > 0) return tellUnmet(fold, ground, { changes: unmet, why: "no_operation" }, keep);
  const [correction] = unclear;
  if (correction !== undefined) {
    // What is before it goes first; what is behind it comes in the next round.
    const clear = changes.slice(0, undone + correction.index);
    if (clear.length > 0) return reviseRun(fold, ground, clear, keep);
    return tellUnmet(fold, ground, { changes: changes.slice(0, 1), why: "correction" }, keep);
  }
  const eventAt = (index: number) => taken[index]?.entry.event_id ?? null;
  const caused_by = changes.map(({ entry, verdict }, index) => {
    if (index < undone) return causeOf(entry, verdict, [], eventAt(0));
    const later = planned.superseded_by[index - undone] ?? null;
    return causeOf(entry, verdict, planned.became[index - undone] ?? [], later === null ? null : eventAt(later));
  });
  const close = changes.map(({ entry, verdict }, index) => ({
    entry,
    verdict,
    disposition: dispositionOf(caused_by[index]?.superseded_by ?? null, next.dag_version),
  }));
  const nodes = underRules(ground.agent, planned.nodes, memory.rules);
  return commitRevision(fold, {
    agent: ground.agent,
    before: ground.run,
    next: withSuggestions(next, ground, planned.brief, taken),
    current: from.current,
    base_version: madeFrom(from, before, planned.goes_back),
    plan: { nodes: withPromise(nodes, from.base?.nodes ?? []), brief: planned.brief, caused_by },
    change: { close, keep },
    questions: ground.questions,
    events: toldWithVersion(fold, ground, taken, planned.unclear),
    writes: memory.writes,
  });
}

/** How many changes, from the first, are given up for a later one that starts over. */
function countGivenUp(changes: readonly Routed[]): number {
  const last = changes.findLastIndex(({ starts_over }) => starts_over);
  return Math.max(0, last);
}

/** The version that a message goes back to by its number or place; null when it asks anything else. */
async function restoredBy(
  ports: Pick<Ports, "runs">,
  { agent, run, view }: Ground,
  text: string,
): Promise<Revision | null> {
  // A general agent's model reads such a wish itself.
  if (agent.kind === "general") return null;
  const version = goesBackTo(text, view.earlier?.delivered ?? []);
  return version === null ? null : ports.runs.readRevision(run, version);
}

/** Each the version that the one before it was made from, back to the first; at most `count`. */
async function versionsBefore(
  ports: Pick<Ports, "runs">,
  run: Run,
  base: Revision | null,
  count: number,
): Promise<readonly Revision[]> {
  if (count === 0 || base === null || base.base_version === 0) return [];
  const before = await ports.runs.readRevision(run, base.base_version);
  return before === null ? [] : [before, ...(await versionsBefore(ports, run, before, count - 1))];
}

/**
 * What a new version counts as made from, which is where the next "cancel that" goes to: the version that was gone back to,
 * if any. One that does nothing else stands in for that version, and is made from what that was made from.
 */
function madeFrom(from: From, before: readonly Revision[], back: GoesBack = { versions: 0, is_all: false }): number {
  const root = back.versions === 0 ? from.base : (before[back.versions - 1] ?? from.base);
  if (root === null) return from.version;
  return back.is_all ? root.base_version : root.dag_version;
}

/** A suggestion that was asked now, or that the new brief has no more use for, is marked as withdrawn. */
function withSuggestions(run: Run, { agent, view }: Ground, brief: JsonObject, changes: readonly Routed[]): Run {
  if (run.suggestions === undefined) return run;
  const asked = changes.map(({ text }) => text);
  const still = policyOf(agent).stillSuggests(view, brief);
  return { ...run, suggestions: afterRevision(run.suggestions, run.dag_version, { asked, still }) };
}

/** What a new version is made from: the current one, an older one, or nothing (version 0). */
type From = {
  readonly version: number;
  readonly base: Revision | null;
  /** The newest version, which the new one is compared with. */
  readonly current: Revision;
  readonly source_ids: Run["source_ids"];
};

/** Only a run that goes on is started over: what ended, or waits for the person, stands as it is. */
async function baseOf(ports: Pick<Ports, "runs">, { run, is_busy }: Ground, changes: readonly Routed[]): Promise<From> {
  const version = baseVersion(run, is_busy && changes.some(({ starts_over }) => starts_over));
  const current = await readVersion(ports, run, run.dag_version);
  if (version === run.dag_version) return { version, base: current, current, source_ids: run.source_ids };
  // What a version that is given up brought along goes with it; what the run began with stays.
  const kept = await readVersion(ports, run, Math.max(version, 1));
  return { version, base: version === 0 ? null : kept, current, source_ids: kept.source_ids };
}

/** A version that must be there. Going on without it would be starting afresh without anybody having said so. */
async function readVersion(ports: Pick<Ports, "runs">, run: Run, version: number): Promise<Revision> {
  const revision = await ports.runs.readRevision(run, version);
  if (revision === null) throw new Fault("revision_missing", "retry", { turn: run.turn, version });
  return revision;
}

function nextRun(run: Run, from: From, changes: readonly Routed[], now: number): Run {
  const { failure: _failure, ...before } = run;
  const added = changes.flatMap(({ entry }) => entry.source_ids ?? []);
  return {
    ...before,
    // Started over before anything was delivered: the new words are what the run is about.
    ...(from.version === 0 && changes[0] !== undefined ? { input_text: changes[0].entry.text } : {}),
    status: "queued",
    dag_version: run.dag_version + 1,
    rev: run.rev + 1,
    source_ids: [...new Set([...from.source_ids, ...added])],
    updated_at: now,
  };
}

const dispositionOf = (superseded_by: CausedBy["superseded_by"], dag_version: number): Disposition =>
  superseded_by === null ? { kind: "merged", dag_version } : { kind: "superseded", by: superseded_by, dag_version };
