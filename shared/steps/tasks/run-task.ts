import type { ArtifactId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Task } from "../../contracts/plan-records.ts";
import type { Asked } from "../../contracts/question.ts";
import { type Millis, type Run, terminalStatuses } from "../../contracts/records.ts";
import { outageWait } from "../../domain/runs/outage-wait.ts";
import { DELIVER } from "../../domain/runs/plan-check.ts";
import { placeOf, reusedBy, type StepWork, stepArtifactId, stepWork } from "../../domain/runs/plan-tasks.ts";
import { Fault, isFault } from "../../errors/fault.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Along } from "../../ports/runs.ts";
import { type AskingStep, openQuestions } from "../questions/open-questions.ts";
import { madeBy, type StepMessage, stepMessage } from "../runs/dispatch.ts";
import { failRun } from "../runs/fail-run.ts";
import { restIfWaiting } from "../runs/rest-run.ts";
import { agentOf } from "../runs/run-context.ts";
import { cellVersion } from "../versions/cell-version.ts";
import { suggest } from "../versions/suggest.ts";
import { underClaim } from "./claimed-work.ts";
import { deliver, readDelivered } from "./deliver.ts";
import { executeStep } from "./execute-step.ts";
import { advance, finishStep } from "./finish-step.ts";
import { isTakenOver } from "./lease.ts";
import type { MayGoOn } from "./may-go-on.ts";
import { countedModel, type Spending, withinBudget } from "./within-budget.ts";

/**
 * What a task message led to. `stale`: of an old version, or not ready; nothing to do. `asked`: it waits for the person;
 * `again`: it starts once more, because what it asked was answered before or because it failed. `waiting`: the model does
 * not answer; it is tried again in a while. `next`: a step that was set free and is not on the queue, because the caller goes
 * on with it.
 */
export type TaskOutcome = {
  readonly kind: "done" | "late" | "reused" | "delivered" | "stale" | "busy" | "failed" | "asked" | "again" | "waiting";
  readonly next?: StepMessage;
};

/**
 * Runs one step: claims its work, runs the cell, records the effect once, and lets the steps behind it start. Repeats and
 * late messages are harmless at every point (invariant 3, docs/invariants.md). A step that fails for good ends its run.
 */
export async function runTask(
  ports: Ports,
  message: StepMessage,
  mayGoOn: MayGoOn = () => false,
): Promise<TaskOutcome> {
  const read_at = ports.clock.now();
  const { run, task, spent, along } = await ports.runs.readTask(message, message.needs);
  if (run === null || task === null || isOver(run, task)) return { kind: "stale" };
  if (task.status === "done") return handOn(ports, task, { kind: "done", ready: await advance(ports, task), mayGoOn });
  if (task.waiting_input !== undefined) {
    await restIfWaiting(ports, task);
    return { kind: "stale" };
  }
  if (task.status === "failed" || task.waiting_on.length > 0) return { kind: "stale" };
  try {
    // A worker that dies of a step tells nobody: that it was claimed again and again does.
    if ((task.claims ?? 0) >= limits.taskClaims) throw new Fault("worker_died", "park", placeOf(task));
    const spending = { run, budget: agentOf(ports, run.agent).budget, spent };
    return await attempt(ports, spending, task, { along, read_at, mayGoOn });
  } catch (error) {
    return afterFailure(ports, run, task, error);
  }
}

/** What becomes of a step that was tried in vain. @throws the error itself when the queue is to deliver its message again. */
async function afterFailure(ports: Ports, run: Run, task: Task, error: unknown): Promise<TaskOutcome> {
  const now = ports.clock.now();
  const wait = outageWait(error, `${task.session_id}/${task.step_id}`, task.started_at ?? now, now);
  if (wait !== null) return tryLater(ports, task, wait, now);
  const failures = await ports.runs.stepFailed(task);
  const isFinal = (isFault(error) && error.remedy !== "retry") || failures >= limits.taskAttempts;
  if (!isFinal) throw error;
  await failRun(ports, run, task, error);
  return { kind: "failed" };
}

/** Comes back by a message of its own, for the queue counts deliveries and gives up after a few; or with the sweep. */
async function tryLater(ports: Ports, task: Task, wait: number | "swept", now: Millis): Promise<TaskOutcome> {
  await ports.runs.stepWaits(task, now);
  if (wait !== "swept") await ports.queues.work([stepMessage(task)], wait);
  return { kind: "waiting" };
}

/** The run has ended or gone on to another version, or the task is of a commit that died. */
const isOver = (run: Run, task: Task): boolean =>
  run.dag_version !== task.dag_version || run.ahead !== task.ahead || terminalStatuses.includes(run.status);

/** What an attempt begins with besides the step: what was read along with it, and when. */
type Begun = { readonly along: Along; readonly read_at: Millis; readonly mayGoOn: MayGoOn };

async function attempt(ports: Ports, spending: Spending, task: Task, begun: Begun): Promise<TaskOutcome> {
  const { run } = spending;
  const inputs = await inputsOf(ports, task, begun.along);
  if (task.step_id === DELIVER) return handOver(ports, spending, task, { inputs, ...begun });
  const version = cellVersion(agentOf(ports, run.agent), task.cell_id);
  const work = stepWork(task, version, inputs, run.answers?.[task.step_id]);
  const token = ports.ids.token();
  const claimed = { work: work.name, token, discarded: run.discarded ?? [], starts: run.status === "queued" };
  const claim = await ports.runs.claimTask(task, claimed, ports.clock.now());
  switch (claim.kind) {
    case "stale":
      return { kind: "stale" };
    case "done": {
      const finished = await finishStep(ports, task, claim.artifact_id, []);
      if (finished.kind === "finished") return handOn(ports, task, { ...finished, ...begun, kind: "reused" });
      await settle(ports, task);
      return { kind: finished.kind === "late" ? "late" : "reused" };
    }
    case "busy":
      return lookAgain(ports, task, claim.until);
    case "claimed":
      return workOn(ports, spending, task, { inputs, work, token, ...begun });
  }
}

/** How often the run may change under the delivery of one version. */
const MAX_LOOKS = 5;

/**
 * Delivers, also when something about the run has changed that does not make the delivery stale. What is suggested with it
 * is asked for once.
 */
async function handOver(
  ports: Ports,
  spending: Spending,
  task: Task,
  given: Begun & { readonly inputs: Readonly<Record<string, ArtifactId>> },
): Promise<TaskOutcome> {
  let { run } = spending;
  let { along, read_at } = given;
  const artifact = await readDelivered(ports, task, given);
  const model = countedModel(ports, spending);
  const suggested = await suggest({ ...ports, model }, run, along.delivery?.revision ?? null, artifact);
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const { kind } = await deliver(ports, run, task, { artifact, suggested, along, read_at });
    if (kind !== "stale") return { kind: kind === "gone" ? "stale" : kind };
    read_at = ports.clock.now();
    const now = await ports.runs.readTask(task);
    if (now.run === null || isOver(now.run, task) || now.task?.status === "done") return { kind: "stale" };
    ({ run, along } = { run: now.run, along: now.along });
  }
  throw new Fault("delivery_contended", "retry", { turn: run.turn });
}

type Started = Begun & {
  readonly inputs: Readonly<Record<string, ArtifactId>>;
  readonly work: StepWork;
  readonly token: string;
};

async function workOn(ports: Ports, spending: Spending, task: Task, started: Started): Promise<TaskOutcome> {
  const { run } = spending;
  const { session_id, turn } = task;
  const { work, token } = started;
  const claimed = { session_id, turn, work: work.name, token };
  try {
    const id = stepArtifactId(session_id, turn, work.name, task.dag_version);
    const executed = await underClaim(ports, claimed, (held) =>
      withinBudget(ports, spending, held, (model, signal) => {
        const at = { run, key: work.base, answers: work.answers, signal };
        return executeStep({ ...ports, model }, at, task, {
          id,
          inputs: started.inputs,
          read: started.along.artifacts,
        });
      }),
    );
    if (executed.kind === "asks") return await askFor(ports, { task, work, token }, executed.asked);
    const { artifact, memories } = executed;
    const fresh = artifact.max_age_ms === undefined ? {} : { fresh_until: artifact.as_of + artifact.max_age_ms };
    const finished = await finishStep(ports, task, artifact.id, [
      { kind: "work_done", turn, work: work.name, token, artifact_id: artifact.id, ...fresh },
      { kind: "artifact", artifact },
      ...memories.map((memory) => ({ kind: "memory", memory }) as const),
    ]);
    if (finished.kind === "taken_over") return lookAgain(ports, task, ports.clock.now() + limits.claimMs);
    if (finished.kind === "finished") return handOn(ports, task, { ...finished, ...started, kind: "done" });
    await settle(ports, task);
    return { kind: "late" };
  } catch (error) {
    // That is no failure of the step: whoever has taken it over ends it.
    if (isTakenOver(error)) return lookAgain(ports, task, ports.clock.now() + limits.claimMs);
    // The next attempt need not wait for the claim to run out; it does where that cannot be written either.
    await ports.runs.letGoWork(claimed, token).catch(() => null);
    throw error;
  }
}

async function askFor(ports: Ports, step: AskingStep, asked: readonly Asked[]): Promise<TaskOutcome> {
  const outcome = await openQuestions(ports, step, asked);
  if (outcome.kind === "stale") await settle(ports, step.task);
  return outcome;
}

/** What became of a finished step: `kind`, and the steps that it set free. */
type SetFree = Pick<TaskOutcome, "kind"> & { readonly ready: readonly StepMessage[]; readonly mayGoOn: MayGoOn };

/** Has what was set free worked on: one step by the caller while it has time, the others by way of the queue. */
async function handOn(ports: Ports, task: Task, { kind, ready, mayGoOn }: SetFree): Promise<TaskOutcome> {
  if (ready.length === 0) {
    await settle(ports, task);
    return { kind };
  }
  const [next, ...others] = ready;
  if (next === undefined || !mayGoOn()) {
    await ports.queues.work(ready);
    return { kind };
  }
  if (others.length > 0) await ports.queues.work(others);
  return { kind, next };
}

/**
 * A newer version may wait for this very work under its own row: it looks at once instead of when the claim would end. In
 * the same version this step may have been the last one that did not wait for the person. Neither is so for a step that was
 * finished in time and set another one free.
 */
async function settle(ports: Ports, task: Task): Promise<void> {
  const run = await ports.runs.readRun(task);
  if (run === null) return;
  if (run.dag_version !== task.dag_version)
    await ports.queues.work([stepMessage({ ...task, dag_version: run.dag_version })]);
  else if (run.open_questions !== undefined) await restIfWaiting(ports, task);
}

/** Somebody else is at this very work; its claim ends at `until` if its worker died. */
async function lookAgain(ports: Ports, task: Task, until: number): Promise<TaskOutcome> {
  const waitMs = until - ports.clock.now();
  const seconds = Math.min(limits.queueDelayMaxSeconds, Math.max(1, Math.ceil(waitMs / 1000)));
  await ports.queues.work([stepMessage(task)], seconds);
  return { kind: "busy" };
}

/**
 * The artifacts of the steps before: its row knows those that were reused, and the others stand in their own rows, which
 * may have been read along. @throws Fault `input_missing` (retry) when one has none.
 */
async function inputsOf(ports: Ports, task: Task, { steps }: Along): Promise<Readonly<Record<string, ArtifactId>>> {
  const reused = reusedBy(task);
  const others = task.depends_on.filter((step) => !reused.has(step));
  const known = others.map((step) => steps.get(step) ?? null);
  const isWhole = known.every((step) => step?.artifact_id !== undefined);
  const rows = isWhole ? known : await ports.runs.readTasks(task, task.dag_version, others);
  const made = new Map([...reused, ...madeBy(rows.filter((row) => row !== null))]);
  const inputs: Record<string, ArtifactId> = {};
  for (const step of task.depends_on) {
    const artifact = made.get(step);
    if (artifact === undefined) throw new Fault("input_missing", "retry", placeOf(task));
    inputs[step] = artifact;
  }
  return inputs;
}
