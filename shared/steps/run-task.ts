import type { ArtifactId } from "../contracts/ids.ts";
import { limits } from "../contracts/limits.ts";
import type { Task } from "../contracts/plan-records.ts";
import { type Artifact, type Run, terminalStatuses } from "../contracts/records.ts";
import type { NewMemory } from "../domain/memory.ts";
import { DELIVER } from "../domain/plan-check.ts";
import { artifactIdOf, workName } from "../domain/plan-tasks.ts";
import { Fault, isFault } from "../errors/fault.ts";
import type { Ports } from "../ports/ports.ts";
import type { TaskMessage } from "../ports/queues.ts";
import { underClaim } from "./claimed-work.ts";
import { deliver } from "./deliver.ts";
import { stepMessage } from "./dispatch.ts";
import { executeStep } from "./execute-step.ts";
import { failRun } from "./fail-run.ts";
import { cellVersion } from "./make-version.ts";

/** What a task message led to. `stale`: of an old version, or not ready; nothing to do. */
export type TaskOutcome = { readonly kind: "done" | "reused" | "delivered" | "stale" | "busy" | "failed" };

type StepMessage = Extract<TaskMessage, { kind: "step" }>;

/**
 * Runs one step: claims its work, runs the cell, records the effect once, and lets the steps behind it start. Repeats and
 * late messages are harmless at every point (invariant 3; design.md section 5).
 */
export async function runTask(ports: Ports, message: StepMessage): Promise<TaskOutcome> {
  const { dag_version } = message;
  const { run, task } = await ports.runs.readTask(message);
  if (run === null || task === null || isOver(run, task)) return { kind: "stale" };
  if (task.status === "done") {
    await advance(ports, task);
    return { kind: "done" };
  }
  if (task.status === "failed" || task.waiting_on.length > 0) return { kind: "stale" };
  const needed = await ports.runs.readTasks(task, dag_version, task.depends_on);
  const inputs = inputsOf(task, needed);
  if (task.step_id === DELIVER) return deliver(ports, run, task, needed);
  const agent = ports.agents.find(run.agent);
  if (agent === undefined) {
    await failRun(ports, run, task, new Fault("agent_removed", "park", { agent: run.agent }));
    return { kind: "failed" };
  }
  const work = workName(task, cellVersion(agent, task.cell_id), inputs);
  const token = ports.ids.token();
  const discarded = run.discarded ?? [];
  const claim = await ports.runs.claimTask(task, { work, token, discarded }, ports.clock.now());
  switch (claim.kind) {
    case "stale":
      return { kind: "stale" };
    case "done":
      await finish(ports, task, claim.artifact_id, []);
      return { kind: "reused" };
    case "busy":
      await lookAgain(ports, message, claim.until);
      return { kind: "busy" };
    case "claimed":
      return workOn(ports, run, task, { inputs, work, token });
  }
}

const isOver = (run: Run, task: Task): boolean =>
  run.dag_version !== task.dag_version || terminalStatuses.includes(run.status);

type Started = { readonly inputs: Readonly<Record<string, ArtifactId>>; readonly work: string; readonly token: string };

async function workOn(ports: Ports, run: Run, task: Task, started: Started): Promise<TaskOutcome> {
  const { session_id, turn } = task;
  const { work, token } = started;
  if (run.status === "queued") await ports.runs.markRunning(task, ports.clock.now());
  try {
    const { artifact, memories } = await underClaim(ports, { session_id, turn, work, token }, (signal) =>
      executeStep(ports, { run, key: work, signal }, task, {
        id: artifactIdOf(session_id, turn, `${work}/${task.dag_version}`),
        inputs: started.inputs,
      }),
    );
    const fresh = artifact.max_age_ms === undefined ? {} : { fresh_until: artifact.as_of + artifact.max_age_ms };
    await finish(ports, task, artifact.id, [
      { kind: "work_done", turn, work, token, artifact_id: artifact.id, ...fresh },
      { kind: "artifact", artifact },
      ...memories.map((memory) => ({ kind: "memory", memory }) as const),
    ]);
    await pokeNewerVersion(ports, task);
    return { kind: "done" };
  } catch (error) {
    const attempts = await ports.runs.letGoWork({ session_id, turn, work }, token);
    const isFinal = (isFault(error) && error.remedy !== "retry") || (attempts ?? 0) >= limits.taskAttempts;
    if (!isFinal) throw error;
    await failRun(ports, run, task, error);
    return { kind: "failed" };
  }
}

type FinishWrites = readonly (
  | {
      readonly kind: "work_done";
      readonly turn: number;
      readonly work: string;
      readonly token: string;
      readonly artifact_id: ArtifactId;
      readonly fresh_until?: number;
    }
  | { readonly kind: "artifact"; readonly artifact: Artifact }
  | { readonly kind: "memory"; readonly memory: NewMemory }
)[];

/** Records the effect: work, artifact, task row and event in one transaction; then lets the steps behind it start. */
async function finish(ports: Ports, task: Task, artifact_id: ArtifactId, writes: FinishWrites): Promise<void> {
  const at = ports.clock.now();
  const outcome = await ports.ledger.commit({
    session_id: task.session_id,
    at,
    mailbox: {},
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: task.turn,
        type: "task_completed",
        payload: {
          step_id: task.step_id,
          cell_id: task.cell_id,
          title: task.title,
          dag_version: task.dag_version,
          artifact_id,
          reused: writes.length === 0,
        },
      },
    ],
    writes: [...writes, { kind: "task_ended", task, status: "done", artifact_id, at }],
  });
  // Lost to another worker that finished the same work, or to a repeat of this message: the row says it is done.
  if (outcome.kind === "lost" && !outcome.lost.includes("task_ended")) {
    throw new Fault("claim_lost", "retry", { step_id: task.step_id, lost: outcome.lost.join(",") });
  }
  await advance(ports, task);
}

/** Takes the finished step off its dependants and queues those that wait on nothing now. Harmless to repeat. */
async function advance(ports: Pick<Ports, "runs" | "queues">, task: Task): Promise<void> {
  const { session_id, turn, dag_version } = task;
  const ready: TaskMessage[] = [];
  for (const step_id of task.dependants) {
    if (await ports.runs.stepFinished({ session_id, turn, dag_version, step_id }, task.step_id)) {
      ready.push(stepMessage({ session_id, turn, dag_version, step_id }));
    }
  }
  if (ready.length > 0) await ports.queues.work(ready);
}

/** A newer version may wait for this very work under its own row: it looks at once instead of when the claim would end. */
async function pokeNewerVersion(ports: Ports, task: Task): Promise<void> {
  const run = await ports.runs.readRun(task);
  if (run === null || run.dag_version === task.dag_version) return;
  await ports.queues.work([stepMessage({ ...task, dag_version: run.dag_version })]);
}

/** Somebody else is at this very work; its claim ends at `until` if its worker died. */
async function lookAgain(ports: Ports, message: StepMessage, until: number): Promise<void> {
  const waitMs = until - ports.clock.now();
  await ports.queues.work([message], Math.min(limits.queueDelayMaxSeconds, Math.max(1, Math.ceil(waitMs / 1000))));
}

/** The artifacts of the steps before. @throws Fault `input_missing` (retry) when one has none. */
function inputsOf(task: Task, needed: readonly (Task | null)[]): Readonly<Record<string, ArtifactId>> {
  const inputs: Record<string, ArtifactId> = {};
  for (const [index, step] of task.depends_on.entries()) {
    const artifact = needed[index]?.artifact_id;
    if (artifact === undefined) throw new Fault("input_missing", "retry", { step_id: task.step_id, needs: step });
    inputs[step] = artifact;
  }
  return inputs;
}
