import type { Agent } from "../../agents/define-agent.ts";
import type { ArtifactId } from "../../contracts/ids.ts";
import type { Task } from "../../contracts/plan-records.ts";
import type { Artifact, Memory, Millis, Run, Suggestion } from "../../contracts/records.ts";
import { afterDelivery } from "../../domain/runs/suggestions.ts";
import { deliveryMemory, type NewMemory, outlineOf, summaryMemory } from "../../domain/sessions/memory.ts";
import { summaryAfter } from "../../domain/sessions/session-summary.ts";
import { clipCodePoints } from "../../domain/text/clip-text.ts";
import { Fault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Along } from "../../ports/runs.ts";
import type { NewEvent } from "../../ports/stores.ts";
import { agentOf, textOf, viewOf } from "../runs/run-context.ts";

/** Of a delivery's text as it is shown in the conversation; the whole is in the artifact. Code points. */
const SHOWN = 4000;

/** `stale`: superseded, canceled or delivered meanwhile. `gone`: with its session. */
export type DeliverOutcome = { readonly kind: "delivered" | "stale" | "gone" };

/** What is delivered, what is suggested with it, and what was read along with its run at `read_at`. */
export type Deliverable = {
  readonly artifact: Artifact;
  readonly suggested: readonly Suggestion[];
  readonly along: Along;
  readonly read_at: Millis;
};

/**
 * The artifact that a delivery hands over. `inputs`: what the steps before it made. @throws Fault `nothing_to_deliver`
 * (park), `artifact_missing` (retry).
 */
export async function readDelivered(
  ports: Pick<Ports, "runs">,
  task: Task,
  { inputs, along }: { readonly inputs: Readonly<Record<string, ArtifactId>>; readonly along: Along },
): Promise<Artifact> {
  // Of several that nothing else needs, the last of the plan is what a person reads.
  const artifact_id = inputs[task.depends_on.at(-1) ?? ""];
  if (artifact_id === undefined)
    throw new Fault("nothing_to_deliver", "park", { turn: task.turn, version: task.dag_version });
  const artifact = along.artifacts.get(artifact_id) ?? (await ports.runs.readArtifacts(task, [artifact_id]))[0] ?? null;
  if (artifact === null) throw new Fault("artifact_missing", "retry", { artifact_id });
  return artifact;
}

/**
 * Hands the delivery to the person and ends the run, in one transaction that expects the version to be the current one:
 * what belongs to an older version is never delivered (invariant 3). Then whatever waits is looked at.
 */
export async function deliver(ports: Ports, run: Run, task: Task, given: Deliverable): Promise<DeliverOutcome> {
  const { artifact, along, read_at } = given;
  const at = ports.clock.now();
  const agent = agentOf(ports, run.agent);
  const suggestions = afterDelivery(run.suggestions ?? [], given.suggested, task.dag_version);
  const next: Run = {
    ...run,
    status: "completed",
    rev: run.rev + 1,
    delivery_id: artifact.id,
    delivered_version: task.dag_version,
    ...(suggestions.length === 0 ? {} : { suggestions }),
    updated_at: at,
  };
  const delivery = { run: next, task, artifact, text: textOf(agent, artifact) };
  const memories = memoriesOf(ports, agent, delivery, { at, summary: along.delivery?.summary ?? null });
  const seen = along.delivery?.mailbox ?? null;
  const outcome = await ports.ledger.commit({
    session_id: run.session_id,
    at,
    mailbox: {
      active: { turn: null, was: run.turn },
      calm: true,
      ...(seen === null ? {} : { seen: { mailbox: seen, read_at } }),
    },
    events: [deliveryEvent(ports, delivery), completedEvent(ports, delivery)],
    writes: [
      { kind: "run", run: next, expect_rev: run.rev },
      { kind: "task_ended", task, status: "done", artifact_id: artifact.id, at },
      ...memories.map((memory) => ({ kind: "memory", memory }) as const),
    ],
  });
  // Superseded, canceled or delivered meanwhile: then this is not the current version any more, or it is done.
  if (outcome.kind === "lost") return { kind: outcome.lost.includes("session") ? "gone" : "stale" };
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
      suggestions: (run.suggestions ?? []).map((one) => ({ ...one })),
      ...(run.wake === undefined ? {} : { anchor: run.wake.anchor, followup_id: run.wake.followup_id }),
    },
  };
}

function completedEvent(ports: Ports, { run, task }: Delivery): NewEvent {
  const payload = { dag_version: task.dag_version };
  return { id: `evt_${ports.ids.ulid()}`, turn: run.turn, type: "run_completed", payload };
}

/** What later turns can use: what was said, with an index of its parts, and the summary of the session with one more line. */
function memoriesOf(
  ports: Pick<Ports, "ids">,
  agent: Agent,
  delivery: Delivery,
  { at: now, summary }: { readonly at: Millis; readonly summary: Memory | null },
): readonly NewMemory[] {
  const { run, artifact, text } = delivery;
  const { parts } = viewOf(agent, artifact);
  const title = titleOf(text) ?? agent.title;
  const made = [title, outlineOf(parts)].filter((words) => words !== "").join(": ");
  return [
    deliveryMemory(run, { artifact, title, parts, text }, { id: ports.ids.ulid(), now }),
    summaryMemory(run, summaryAfter(summary?.text ?? null, { turn: run.turn, asked: run.input_text, made }), now),
  ];
}

/** The first heading of a text. */
const titleOf = (text: string): string | null => /^#{1,3} +(.+)$/m.exec(text)?.[1]?.trim() ?? null;
