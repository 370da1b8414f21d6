import type { Agent } from "../../agents/define-agent.ts";
import type { ArtifactId } from "../../contracts/ids.ts";
import type { PlanNode, Revision } from "../../contracts/plan-records.ts";
import type { Millis, Run } from "../../contracts/records.ts";
import { DELIVER } from "../../domain/runs/plan-check.ts";
import { likelyArtifact, type Reuse, type StepWork, stepWork } from "../../domain/runs/plan-tasks.ts";
import { isDiscarded } from "../../domain/runs/version-base.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Work } from "../../ports/runs.ts";
import { cellVersion } from "./cell-version.ts";

/** What a new version can reuse, and the work of the steps that it cannot but whose inputs are there. */
export type Found = { readonly reuse: Reuse; readonly works: ReadonlyMap<string, StepWork> };

export const noReuse: Found = { reuse: new Map(), works: new Map() };

/** For which run something is looked up, and when. */
type At = { readonly run: Run; readonly now: Millis };

/** Looks after which nothing is guessed any more: a wrong guess costs another look at everything behind it. */
const MAX_GUESSES = 4;

/**
 * The work of a step is known when the artifacts of all steps before it are. What is likely to be there is looked up as if it
 * were, with what rests on it, so mostly once; what turns out otherwise is not believed, what rests on it comes next, and the
 * version that it was made in is the next guess. `nodes`: every step behind those that it depends on.
 */
export async function findReuse(
  ports: Pick<Ports, "runs">,
  agent: Agent,
  at: At,
  { before, nodes }: { readonly before: Revision; readonly nodes: readonly PlanNode[] },
): Promise<Found> {
  const known: Known = { reuse: new Map(), works: new Map() };
  const workOf: WorkOf = (node, made) =>
    stepWork(node, cellVersion(agent, node.cell_id), inputsOf(node, made), at.run.answers?.[node.step_id]);
  let madeIn = before.dag_version;
  for (let looks = 0; ; looks += 1) {
    const isOpen = ({ step_id: step }: PlanNode) =>
      step !== DELIVER && !known.reuse.has(step) && !known.works.has(step);
    const look = nameable(nodes.filter(isOpen), known.reuse, workOf, (node, work) =>
      looks < MAX_GUESSES ? likelyArtifact(before, node, work, madeIn) : null,
    );
    if (look.asked.length === 0) return known;
    const names = look.asked.map(({ work }) => work.name);
    madeIn = learn(known, look, await ports.runs.readWorks(at.run, names), at) ?? madeIn;
  }
}

/** Names the work of a step, whose inputs are among what was made. */
type WorkOf = (node: PlanNode, made: ReadonlyMap<string, ArtifactId>) => StepWork;

/** What is known so far. */
type Known = { readonly reuse: Map<string, Made>; readonly works: Map<string, StepWork> };
type Made = { readonly artifact_id: ArtifactId; readonly dag_version: number };

/** Steps whose work can be named, if each step made what was assumed of it. */
type Look = {
  readonly asked: readonly { readonly node: PlanNode; readonly work: StepWork }[];
  readonly assumed: ReadonlyMap<string, ArtifactId>;
};

function nameable(
  nodes: readonly PlanNode[],
  reuse: Reuse,
  workOf: WorkOf,
  likely: (node: PlanNode, work: StepWork) => ArtifactId | null,
): Look {
  const assumed = new Map([...reuse].map(([step, { artifact_id }]) => [step, artifact_id]));
  const asked = nodes.flatMap((node) => {
    if (!node.depends_on.every((step) => assumed.has(step))) return [];
    const work = workOf(node, assumed);
    const guess = likely(node, work);
    if (guess !== null) assumed.set(node.step_id, guess);
    return [{ node, work }];
  });
  return { asked, assumed };
}

/** Takes what was found for every step whose inputs are what was assumed; if something is not, the version it was made in. */
function learn(known: Known, { asked, assumed }: Look, found: readonly (Work | null)[], at: At): number | undefined {
  let elsewhere: number | undefined;
  for (const [index, { node, work }] of asked.entries()) {
    if (!node.depends_on.every((step) => known.reuse.get(step)?.artifact_id === assumed.get(step))) continue;
    const made = usable(found[index] ?? null, at);
    if (made === null) {
      known.works.set(node.step_id, work);
      continue;
    }
    known.reuse.set(node.step_id, made);
    if (made.artifact_id !== assumed.get(node.step_id)) elsewhere = made.dag_version;
  }
  return elsewhere;
}

/** What work made that is done, not too old, and not of a version of which nothing is to be used. */
function usable(work: Work | null, { run, now }: At): Made | null {
  if (work?.status !== "done" || work.artifact_id === undefined) return null;
  if (work.fresh_until !== undefined && work.fresh_until < now) return null;
  const { artifact_id, dag_version = 0 } = work;
  return isDiscarded(run, dag_version) ? null : { artifact_id, dag_version };
}

const inputsOf = (node: PlanNode, made: ReadonlyMap<string, ArtifactId>): Record<string, ArtifactId> =>
  Object.fromEntries(
    node.depends_on.flatMap((step) => {
      const known = made.get(step);
      return known === undefined ? [] : [[step, known]];
    }),
  );
