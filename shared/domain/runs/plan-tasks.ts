import type { ArtifactId, QuestionId, SessionId } from "../../contracts/ids.ts";
import type { Json, JsonObject } from "../../contracts/json.ts";
import type { AddedStep, PlanNode, Revision, StepArtifact, Task } from "../../contracts/plan-records.ts";
import type { StepAnswers } from "../../contracts/question.ts";
import { derivedUlid, fingerprint } from "../digest.ts";
import { DELIVER, sinks } from "./plan-check.ts";
import { PROMISE } from "./promise-step.ts";

/** What a step is made of: the same work always has the same name, whatever version asks for it. */
export type StepWork = {
  /** Its name. */
  readonly name: string;
  /** Its name without the answers: the same before it asked and after, so that effects outside are keyed by it. */
  readonly base: string;
  /** What the person answered to it. */
  readonly answers: JsonObject;
};

/** Names the work of a step. Answers count when they were given to this very work: same cell, arguments and inputs. */
export function stepWork(
  node: PlanNode,
  cellVersion: number,
  inputs: Readonly<Record<string, ArtifactId>>,
  given: StepAnswers | undefined,
): StepWork {
  const made = { cell: node.cell_id, version: cellVersion, args: node.args as Json, inputs };
  const base = fingerprint(made);
  if (given?.work !== base || Object.keys(given.values).length === 0) return { name: base, base, answers: {} };
  return { name: fingerprint({ ...made, answers: given.values }), base, answers: given.values };
}

/** The id of what a piece of work makes. */
export const artifactIdOf = (sessionId: SessionId, turn: number, work: string): ArtifactId =>
  `art_${derivedUlid(`${sessionId}/${turn}/${work}`)}`;

/** The same for a step: a later version may have to make it anew. */
export const stepArtifactId = (sessionId: SessionId, turn: number, work: string, version: number): ArtifactId =>
  artifactIdOf(sessionId, turn, `${work}/${version}`);

/** What is known of each step of a new version before it starts: the artifact it can reuse. */
export type Reuse = ReadonlyMap<string, { readonly artifact_id: ArtifactId }>;

/**
 * What a step made, if this is its work still: what the version before reused for it, or what it made in the version
 * `madeIn`. Null for a step that is not as it was.
 */
export function likelyArtifact(before: Revision, node: PlanNode, work: StepWork, madeIn: number): ArtifactId | null {
  const { session_id, turn, nodes, reused, reused_artifacts = [] } = before;
  const was = nodes.find(({ step_id }) => step_id === node.step_id);
  if (was === undefined || !asksTheSame(was, node)) return null;
  const known = reused_artifacts[reused.indexOf(node.step_id)];
  return known ?? stepArtifactId(session_id, turn, work.name, madeIn);
}

const asksTheSame = (before: PlanNode, now: PlanNode): boolean =>
  fingerprint([before.cell_id, before.args as Json]) === fingerprint([now.cell_id, now.args as Json]);

/** Steps of a new version that have asked already, in an earlier one, and go on waiting. */
export type Asking = ReadonlyMap<string, readonly QuestionId[]>;

/** The tasks of a new version: reused steps are done already, the others wait on what is not. */
export function tasksOf(
  at: { readonly session_id: SessionId; readonly turn: number; readonly dag_version: number },
  nodes: readonly PlanNode[],
  reuse: Reuse,
  asking: Asking = new Map(),
): readonly Task[] {
  const work = nodes.filter(({ cell_id }) => cell_id !== DELIVER && cell_id !== PROMISE);
  const last = new Set(sinks(work).map((node) => node.step_id));
  const dependants = dependantsOf(nodes);
  return nodes.map((node, index): Task => {
    const reused = reuse.get(node.step_id);
    const asked = asking.get(node.step_id);
    const given = reused === undefined ? givenTo(node, reuse) : [];
    return {
      ...node,
      ...at,
      order_index: index,
      status: reused === undefined ? "pending" : "done",
      waiting_on: node.depends_on.filter((needed) => !reuse.has(needed)),
      dependants: dependants.get(node.step_id) ?? [],
      ...(given.length === 0 ? {} : { reused_inputs: given }),
      delivers: last.has(node.step_id),
      ...(reused === undefined ? {} : { artifact_id: reused.artifact_id, reused: true }),
      ...(asked === undefined ? {} : { waiting_input: asked }),
    };
  });
}

/** The steps that need each step, in the order of the plan. */
function dependantsOf(nodes: readonly PlanNode[]): ReadonlyMap<string, readonly string[]> {
  const dependants = new Map<string, string[]>();
  for (const { step_id, depends_on } of nodes)
    for (const needed of depends_on) dependants.set(needed, [...(dependants.get(needed) ?? []), step_id]);
  return dependants;
}

const givenTo = ({ depends_on }: PlanNode, reuse: Reuse): readonly StepArtifact[] =>
  depends_on.flatMap((step_id) => {
    const made = reuse.get(step_id);
    return made === undefined ? [] : [{ step_id, artifact_id: made.artifact_id }];
  });

/** What was reused for a task, by the step that made it. */
export const reusedBy = ({ reused_inputs = [] }: Task): ReadonlyMap<string, ArtifactId> =>
  new Map(reused_inputs.map(({ step_id, artifact_id }) => [step_id, artifact_id]));

/** Only what has to run has a row: what a version reuses is part of its revision, and never changes. */
export const hasRow = (task: Task): boolean => task.reused !== true;

/** Steps of a committed version that have no row, with what they made. */
export function reusedIn({ reused, reused_artifacts = [] }: Revision): Reuse {
  const made = reused.map((step, index) => [step, reused_artifacts[index]] as const);
  return new Map(made.flatMap(([step, artifact_id]) => (artifact_id === undefined ? [] : [[step, { artifact_id }]])));
}

/** Every task of a committed version, in the order of its plan: those of the rows, and those that were reused. */
export function wholeVersion(revision: Revision, rows: readonly (Task | null)[]): readonly Task[] {
  const { session_id, turn, dag_version, nodes } = revision;
  const stored = new Map(rows.flatMap((row) => (row === null ? [] : [[row.step_id, row]])));
  const reuse = reusedIn(revision);
  return tasksOf({ session_id, turn, dag_version }, nodes, reuse).flatMap((task) =>
    hasRow(task) ? (stored.get(task.step_id) ?? []) : [task],
  );
}

/** Steps that can start: pending and waiting on nothing and nobody. */
export const readySteps = (tasks: readonly Task[]): readonly Task[] =>
  tasks.filter((task) => task.status === "pending" && task.waiting_on.length === 0 && task.waiting_input === undefined);

/**
 * True when all that a version waits for is the person: no step is running or could start, those included whose
 * predecessors are done but still noted as missing.
 */
export function isAtRest(tasks: readonly Task[]): boolean {
  const done = new Set(tasks.filter(({ status }) => status === "done").map(({ step_id }) => step_id));
  const left = tasks.filter(({ status }) => status === "pending" || status === "running");
  const canGoOn = (task: Task) => task.waiting_input === undefined && task.waiting_on.every((step) => done.has(step));
  return left.some(({ waiting_input }) => waiting_input !== undefined) && !left.some(canGoOn);
}

/** What a new version adds, reuses and drops against the one before. `deliver` is part of every version and not listed. */
export function compareVersions(
  before: readonly PlanNode[],
  now: readonly PlanNode[],
  reuse: Reuse,
): { readonly added: readonly AddedStep[]; readonly reused: readonly string[]; readonly dropped: readonly string[] } {
  const current = new Set(now.map((node) => node.step_id));
  return {
    added: addedSteps(before, now, reuse),
    reused: now.filter((node) => reuse.has(node.step_id)).map((node) => node.step_id),
    dropped: before.filter((node) => !current.has(node.step_id)).map((node) => node.step_id),
  };
}

/** The steps that have to run, each with why. `now` has every step behind those it depends on. */
function addedSteps(before: readonly PlanNode[], now: readonly PlanNode[], reuse: Reuse): readonly AddedStep[] {
  const earlier = new Map(before.map((node) => [node.step_id, node]));
  const added = new Map<string, AddedStep["because"]>();
  for (const node of now) {
    if (node.step_id === DELIVER || reuse.has(node.step_id)) continue;
    added.set(node.step_id, because(earlier.get(node.step_id), node, added));
  }
  return [...added].map(([step_id, why]) => ({ step_id, because: why }));
}

/** A step with the same arguments and inputs that is not reused was still at work when the version changed. */
function because(
  before: PlanNode | undefined,
  now: PlanNode,
  added: ReadonlyMap<string, AddedStep["because"]>,
): AddedStep["because"] {
  if (before === undefined) return "new";
  if (!asksTheSame(before, now)) return "changed";
  const hasNewInput = now.depends_on.some((step) => !before.depends_on.includes(step));
  const hasChangedInput = now.depends_on.some((step) => added.has(step) && added.get(step) !== "unfinished");
  const hasLostInput = before.depends_on.some((step) => !now.depends_on.includes(step));
  return hasNewInput || hasChangedInput || hasLostInput ? "inputs_changed" : "unfinished";
}

/** Where a step stands, for logs: its name is made of a person's words, or of a model's. */
export const placeOf = (task: Task) => ({
  session_id: task.session_id,
  turn: task.turn,
  version: task.dag_version,
  place: task.order_index,
});
