import type { ArtifactId, SessionId } from "../contracts/ids.ts";
import type { Json } from "../contracts/json.ts";
import type { AddedStep, PlanNode, Task } from "../contracts/records.ts";
import { derivedUlid, fingerprint } from "./digest.ts";
import { DELIVER, sinks } from "./plan-check.ts";

/** What a step is made of: the same work always has the same name, whatever version asks for it. */
export function workName(node: PlanNode, cellVersion: number, inputs: Readonly<Record<string, ArtifactId>>): string {
  return fingerprint({ cell: node.cell_id, version: cellVersion, args: node.args as Json, inputs });
}

/** The id of what a piece of work makes. */
export const artifactIdOf = (sessionId: SessionId, turn: number, work: string): ArtifactId =>
  `art_${derivedUlid(`${sessionId}/${turn}/${work}`)}`;

/** What is known of each step of a new version before it starts: the artifact it can reuse. */
export type Reuse = ReadonlyMap<string, { readonly artifact_id: ArtifactId }>;

/** The task rows of a new version: reused steps are done already, the others wait on what is not. */
export function tasksOf(
  at: { readonly session_id: SessionId; readonly turn: number; readonly dag_version: number },
  nodes: readonly PlanNode[],
  reuse: Reuse,
): readonly Task[] {
  const last = new Set(sinks(nodes.filter((node) => node.step_id !== DELIVER)).map((node) => node.step_id));
  return nodes.map((node, index): Task => {
    const reused = reuse.get(node.step_id);
    return {
      ...node,
      ...at,
      order_index: index,
      status: reused === undefined ? "pending" : "done",
      waiting_on: node.depends_on.filter((needed) => !reuse.has(needed)),
      dependants: nodes.filter((other) => other.depends_on.includes(node.step_id)).map((other) => other.step_id),
      delivers: last.has(node.step_id),
      ...(reused === undefined ? {} : { artifact_id: reused.artifact_id, reused: true }),
    };
  });
}

/** Steps that can start: pending and waiting on nothing. */
export const readySteps = (tasks: readonly Task[]): readonly Task[] =>
  tasks.filter((task) => task.status === "pending" && task.waiting_on.length === 0);

/** What a new version adds, reuses and drops against the one before. `deliver` is part of every version and not listed. */
export function compareVersions(
  before: readonly PlanNode[],
  now: readonly PlanNode[],
  reuse: Reuse,
): { readonly added: readonly AddedStep[]; readonly reused: readonly string[]; readonly dropped: readonly string[] } {
  const earlier = new Map(before.map((node) => [node.step_id, node]));
  const steps = now.filter((node) => node.step_id !== DELIVER);
  const current = new Set(now.map((node) => node.step_id));
  return {
    added: steps
      .filter((node) => !reuse.has(node.step_id))
      .map((node) => ({ step_id: node.step_id, because: because(earlier.get(node.step_id), node) })),
    reused: steps.filter((node) => reuse.has(node.step_id)).map((node) => node.step_id),
    dropped: before.filter((node) => !current.has(node.step_id)).map((node) => node.step_id),
  };
}

function because(before: PlanNode | undefined, now: PlanNode): AddedStep["because"] {
  if (before === undefined) return "new";
  const same = fingerprint([before.cell_id, before.args as Json]) === fingerprint([now.cell_id, now.args as Json]);
  return same ? "inputs_changed" : "changed";
}
