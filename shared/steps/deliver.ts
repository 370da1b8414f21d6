import type { Agent } from "../agents/define-agent.ts";
import { runIdOf } from "../contracts/ids.ts";
import type { Task } from "../contracts/plan-records.ts";
import type { Artifact, Memory, Run } from "../contracts/records.ts";
import { clipCodePoints } from "../domain/clip-text.ts";
import { Fault } from "../errors/fault.ts";
import type { Ports } from "../ports/ports.ts";
import type { NewEvent } from "../ports/stores.ts";
import { agentOf, textOf } from "./run-context.ts";

/** Of a delivery's text as it is shown in the conversation; the whole is in the artifact. Code points. */
const SHOWN = 4000;
/** Of a delivery's text as it is remembered (sources/agents-follow-ups-for-real, "appendSessionMemoryFromRun"). Code points. */
const REMEMBERED = 3000;

/** `stale`: superseded, canceled or delivered meanwhile. */
export type DeliverOutcome = { readonly kind: "delivered" | "stale" };

/**
 * Hands the delivery to the person and ends the run, in one transaction that expects the version to be the current one:
 * what belongs to an older version is never delivered (invariant 3). Then whatever waits is looked at.
 */
export async function deliver(
  ports: Ports,
  run: Run,
  task: Task,
  needed: readonly (Task | null)[],
): Promise<DeliverOutcome> {
  const made = needed.findLast((step) => step?.delivers === true && step.artifact_id !== undefined);
  if (made?.artifact_id === undefined)
    throw new Fault("nothing_to_deliver", "park", { turn: run.turn, version: task.dag_version });
  const [artifact] = await ports.runs.readArtifacts(run, [made.artifact_id]);
  if (!artifact) throw new Fault("artifact_missing", "retry", { artifact_id: made.artifact_id });
  const at = ports.clock.now();
  const agent = agentOf(ports, run.agent);
  const delivery = { run, task, artifact, text: textOf(agent, artifact) };
  const next: Run = {
    ...run,
    status: "completed",
    rev: run.rev + 1,
    delivery_id: artifact.id,
    delivered_version: task.dag_version,
    updated_at: at,
  };
  const outcome = await ports.ledger.commit({
    session_id: run.session_id,
    at,
    mailbox: { active: { turn: null, was: run.turn }, calm: true },
    events: [deliveryEvent(ports, delivery), completedEvent(ports, delivery)],
    writes: [
      { kind: "run", run: next, expect_rev: run.rev },
      { kind: "task_ended", task, status: "done", artifact_id: artifact.id, at },
      { kind: "memory", memory: memoryOf(agent, delivery, at) },
    ],
  });
  // Superseded, canceled or delivered meanwhile: then this is not the current version any more, or it is done.
  if (outcome.kind === "lost") return { kind: "stale" };
  if (outcome.mailbox.entries.length > 0) await ports.queues.nudge([{ session_id: run.session_id }]);
  return { kind: "delivered" };
}

/** What is delivered, by which task of which run. */
type Delivery = { readonly run: Run; readonly task: Task; readonly artifact: Artifact; readonly text: string };

function deliveryEvent(ports: Ports, { run, task, artifact, text }: Delivery): NewEvent {
  const shown = clipCodePoints(text, SHOWN);
  return {
    id: `evt_${ports.ids.ulid()}`,
    turn: run.turn,
    type: "delivery",
    payload: {
      role: "assistant",
      artifact_id: artifact.id,
      dag_version: task.dag_version,
      text: shown,
      truncated: shown !== text,
      ...(run.wake === undefined ? {} : { anchor: run.wake.anchor, followup_id: run.wake.followup_id }),
    },
  };
}

function completedEvent(ports: Ports, { run, task }: Delivery): NewEvent {
  const payload = { dag_version: task.dag_version };
  return { id: `evt_${ports.ids.ulid()}`, turn: run.turn, type: "run_completed", payload };
}

function memoryOf(agent: Agent, { run, task, text }: Delivery, created_at: number): Memory {
  return {
    id: `${String(run.turn).padStart(7, "0")}#${String(task.dag_version).padStart(6, "0")}`,
    session_id: run.session_id,
    source_run_id: runIdOf(run.session_id, run.turn),
    kind: "delivery",
    text: clipCodePoints(`${agent.title}: ${text}`, REMEMBERED),
    importance: 0.7,
    version: task.dag_version,
    created_at,
  };
}
