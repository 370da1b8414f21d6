import type { Agent } from "../../agents/define-agent.ts";
import { createAskModel } from "../../agents/structured-answer.ts";
import { runIdOf } from "../../contracts/ids.ts";
import type { CausedBy } from "../../contracts/plan-records.ts";
import type { Entry, Run, Verdict } from "../../contracts/records.ts";
import { allowedSources } from "../../domain/references/allowed-sources.ts";
import { withPromise } from "../../domain/runs/promise-step.ts";
import { clipCodePoints } from "../../domain/text/clip-text.ts";
import { fitInput } from "../../domain/text/fit-input.ts";
import { type Fold, heldBy, type Taken, takenOf } from "../fold/fold-state.ts";
import { entryText } from "../mailbox/entry-text.ts";
import { commitVersion } from "../versions/commit-version.ts";
import { makeVersion } from "../versions/make-version.ts";
import { policyOf } from "../versions/policy-of.ts";
import { memoryWith } from "../versions/recall-memory.ts";
import { underRules } from "../versions/under-rules.ts";
import { dispatchReady } from "./dispatch.ts";
import { firstWords } from "./first-promise.ts";
import { readSources } from "./run-context.ts";

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

/** Starts a run from an entry, in the entry's own words: version 1 of its plan, and a step for what they ask for later. */
export async function startRunFrom(fold: Fold, start: NewRun): Promise<Taken> {
  const { ports, mailbox } = fold;
  const { entry, agent, turn, verdict } = start;
  const now = ports.clock.now();
  const whole = await entryText(ports, mailbox.session_id, entry);
  const { text, promise } = firstWords(agent, entry, whole);
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
  const memory = await memoryWith({ ports, mailbox }, run, agent.kind, [{ entry, text: whole }]);
  const sources = allowedSources(await readSources(ports, run), memory.rules);
  const first = await policyOf(agent).first({ ask: createAskModel(ports.model), text, sources, memory });
  const nodes = withPromise(underRules(agent, first.nodes, memory.rules), promise);
  const caused_by = [causeOf(entry, verdict, first.became[0] ?? [])];
  const plan = { brief: first.brief, nodes, before: null, caused_by };
  const version = await makeVersion(ports, agent, { run, now }, plan);
  const disposition = { kind: "started_run" as const, run_id: runIdOf(run.session_id, turn) };
  const outcome = await commitVersion(ports, version, {
    held: heldBy(fold),
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

/** JSON of what an entry became, as a revision shows it. Bytes. */
const SHOWN_BYTES = 4_096;

/** An entry's part in a revision: its beginning, and what became of it as far as that can be shown. */
export const causeOf = (
  entry: Entry,
  verdict: Verdict | null,
  became: CausedBy["became"],
  superseded_by: CausedBy["superseded_by"] = null,
): CausedBy => ({
  event_id: entry.event_id,
  seq: entry.seq,
  text: clipCodePoints(entry.text, 500),
  verdict,
  became: fitInput({ became }, [], SHOWN_BYTES)["became"] ?? null,
  superseded_by,
});
