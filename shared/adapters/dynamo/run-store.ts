import type { ArtifactId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Revision, Task } from "../../contracts/plan-records.ts";
import type { Artifact, Millis, Run, Spent } from "../../contracts/records.ts";
import type { Need } from "../../ports/queues.ts";
import type {
  ClaimOutcome,
  RunRef,
  RunStore,
  StepRef,
  TaskClaim,
  TaskRead,
  VersionRef,
  Work,
  WorkRef,
} from "../../ports/runs.ts";
import { readArtifacts } from "./artifact-items.ts";
import { revisionKey, runKey, spentKey, workKey } from "./keys.ts";
import { type Item, type Table, toRecord, type Write } from "./table.ts";
import { readTask, stepKey, toSpent, toTask } from "./task-read.ts";

/** Runs, revisions, tasks, and the claims on their work. */
export class DynamoRunStore implements RunStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async readRun({ session_id, turn }: RunRef): Promise<Run | null> {
    return toRecord<Run>(await this.#table.get(runKey(session_id, turn)));
  }

  async readRevision({ session_id, turn }: RunRef, version: number): Promise<Revision | null> {
    return toRecord<Revision>(await this.#table.get(revisionKey(session_id, turn, version)));
  }

  readTask(ref: StepRef, needs: readonly Need[] = []): Promise<TaskRead> {
    return readTask(this.#table, ref, needs);
  }

  /**
   * Counts here, `stepFailed` and the tries of a lock count twice when an answer is lost and the SDK asks again. That is
   * accepted: they are bounds against what never ends, they only err towards ending it sooner, and to know a repeat again
   * would take an item or a condition for each count.
   */
  async spend({ session_id, turn, dag_version }: VersionRef, used: Spent): Promise<Spent> {
    const outcome = await this.#table.update({
      Key: spentKey(session_id, turn, dag_version),
      UpdateExpression: "ADD calls :calls, tokens :tokens, work_ms :work",
      ExpressionAttributeValues: { ":calls": used.calls, ":tokens": used.tokens, ":work": used.work_ms },
    });
    return toSpent(outcome.item);
  }

  async readStepIn(ref: RunRef, versions: readonly number[], step_id: string): Promise<readonly (Task | null)[]> {
    const items = await this.#table.getMany(versions.map((dag_version) => stepKey({ ...ref, dag_version, step_id })));
    return items.map(toTask);
  }

  async readTasks(ref: RunRef, dag_version: number, stepIds: readonly string[]): Promise<readonly (Task | null)[]> {
    const items = await this.#table.getMany(stepIds.map((step_id) => stepKey({ ...ref, dag_version, step_id })));
    return items.map(toTask);
  }

  readArtifacts(run: RunRef, ids: readonly ArtifactId[]): Promise<readonly (Artifact | null)[]> {
    return readArtifacts(this.#table, run, ids);
  }

  async readWorks({ session_id, turn }: RunRef, works: readonly string[]): Promise<readonly (Work | null)[]> {
    const items = await this.#table.getMany(works.map((work) => workKey(session_id, turn, work)));
    return items.map((item) => toRecord<Work>(item));
  }

  async claimTask(task: Task, claim: TaskClaim, now: Millis): Promise<ClaimOutcome> {
    const outcome = await this.#table.transact([
      { Update: { TableName: "", ...taskClaimUpdate(task, claim, now) } },
      runGoesOn(task, claim.starts, now),
      {
        Update: {
          TableName: "",
          Key: stepKey(task),
          UpdateExpression:
            "SET #status = :running, started_at = if_not_exists(started_at, :now), claims = if_not_exists(claims, :zero) + :one",
          ConditionExpression:
            "#status IN (:pending, :running) AND attribute_not_exists(waiting_on) AND attribute_not_exists(waiting_input)",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: {
            ":running": "running",
            ":pending": "pending",
            ":now": now,
            ":zero": 0,
            ":one": 1,
          },
        },
      },
    ]);
    if (outcome.kind === "done") return { kind: "claimed" };
    if (outcome.failed.has(1) || outcome.failed.has(2)) return { kind: "stale" };
    return lostClaim(outcome.failed.get(0) ?? null, now);
  }

  async claimWork(ref: WorkRef, token: string, now: Millis): Promise<ClaimOutcome> {
    const outcome = await this.#table.update(claimUpdate(ref, token, now));
    if (outcome.kind === "done") return { kind: "claimed", attempts: Number(outcome.item["attempts"]) };
    return lostClaim(outcome.item, now);
  }

  async holdWork(ref: WorkRef, token: string, until: Millis): Promise<boolean> {
    const outcome = await this.#table.update({
      Key: workKey(ref.session_id, ref.turn, ref.work),
      UpdateExpression: "SET #until = :until",
      ConditionExpression: "claim_token = :token",
      ExpressionAttributeNames: { "#until": "until" },
      ExpressionAttributeValues: { ":until": until, ":token": token },
      ReturnValues: "NONE",
    });
    return outcome.kind === "done";
  }

  async letGoWork(ref: WorkRef, token: string): Promise<number | null> {
    const outcome = await this.#table.update({
      Key: workKey(ref.session_id, ref.turn, ref.work),
      UpdateExpression: "SET #until = :past REMOVE claim_token",
      ConditionExpression: "claim_token = :token",
      ExpressionAttributeNames: { "#until": "until" },
      ExpressionAttributeValues: { ":past": 0, ":token": token },
    });
    return outcome.kind === "done" ? Number(outcome.item["attempts"]) : null;
  }

  async stepFailed(ref: StepRef): Promise<number> {
    const outcome = await this.#table.update({
      Key: stepKey(ref),
      UpdateExpression: "SET failures = if_not_exists(failures, :zero) + :one",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":zero": 0, ":one": 1 },
    });
    return outcome.kind === "done" ? Number(outcome.item["failures"]) : 0;
  }

  async stepWaits(ref: StepRef, now: Millis): Promise<void> {
    await this.#table.update({
      Key: stepKey(ref),
      // What nobody could claim yet, and a delivery, which nobody claims, have no other beginning.
      UpdateExpression: "SET claims = :zero, started_at = if_not_exists(started_at, :now)",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":zero": 0, ":now": now },
      ReturnValues: "NONE",
    });
  }

  async stepFinished(ref: StepRef, finished: string): Promise<Task | null> {
    const outcome = await this.#table.update({
      Key: stepKey(ref),
      UpdateExpression: "DELETE waiting_on :finished",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":finished": new Set([finished]) },
    });
    const task = outcome.kind === "done" ? toTask(outcome.item) : null;
    return task === null || task.waiting_on.length > 0 ? null : task;
  }
}

/** Claims work that nobody holds, or whose holder's claim has run out, or that is already ours: its answer was lost. */
function claimUpdate(ref: WorkRef, token: string, now: Millis) {
  return {
    Key: workKey(ref.session_id, ref.turn, ref.work),
    UpdateExpression:
      "SET #status = :running, claim_token = :token, #until = :until, attempts = if_not_exists(attempts, :zero) + :one",
    ConditionExpression: "attribute_not_exists(pk) OR (#status = :running AND (#until < :now OR claim_token = :token))",
    ExpressionAttributeNames: { "#status": "status", "#until": "until" },
    ExpressionAttributeValues: {
      ":running": "running",
      ":token": token,
      ":until": now + limits.claimMs,
      ":now": now,
      ":zero": 0,
      ":one": 1,
    },
  };
}

/** Also claims what is done, but too old or of a discarded version; what it made stays. */
function taskClaimUpdate({ session_id, turn, dag_version }: Task, { work, token, discarded }: TaskClaim, now: Millis) {
  const claim = claimUpdate({ session_id, turn, work }, token, now);
  const names = discarded.map((_, index) => `:d${index}`);
  const anew = ["fresh_until < :now", ...(names.length > 0 ? [`dag_version IN (${names.join(", ")})`] : [])];
  return {
    ...claim,
    UpdateExpression: `${claim.UpdateExpression}, dag_version = :version REMOVE artifact_id, fresh_until`,
    ConditionExpression: `${claim.ConditionExpression} OR ${anew.join(" OR ")}`,
    ExpressionAttributeValues: {
      ...claim.ExpressionAttributeValues,
      ":version": dag_version,
      ...Object.fromEntries(discarded.map((version, index) => [`:d${index}`, version])),
    },
  };
}

/** The run is live and at this version; with the first of its steps it is running. */
function runGoesOn({ session_id, turn, dag_version }: Task, starts: boolean, now: Millis): Write {
  const check = {
    TableName: "",
    Key: runKey(session_id, turn),
    ConditionExpression: "dag_version = :version AND #status IN (:queued, :running)",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":version": dag_version, ":queued": "queued", ":running": "running" },
  };
  if (!starts) return { ConditionCheck: check };
  return {
    Update: {
      ...check,
      UpdateExpression: "SET #status = :running, updated_at = :now",
      ExpressionAttributeValues: { ...check.ExpressionAttributeValues, ":now": now },
    },
  };
}

function lostClaim(item: Item | null, now: Millis): ClaimOutcome {
  const work = toRecord<Work>(item);
  if (work?.status === "done" && work.artifact_id !== undefined) return { kind: "done", artifact_id: work.artifact_id };
  return { kind: "busy", until: work?.until ?? now + limits.claimMs };
}
