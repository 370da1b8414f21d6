import type { ArtifactId, SessionId } from "../../contracts/ids.ts";
import { limits } from "../../contracts/limits.ts";
import type { Artifact, Millis, Revision, Run, Task } from "../../contracts/records.ts";
import type { ClaimOutcome, RunStore, Work } from "../../ports/stores.ts";
import { artifactKey, revisionKey, runKey, taskKey, workKey } from "./keys.ts";
import { type Item, type Table, toRecord } from "./table.ts";

/** Runs, revisions, tasks, and the claims on their work. */
export class DynamoRunStore implements RunStore {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  async readRun(sessionId: SessionId, turn: number): Promise<Run | null> {
    return toRecord<Run>(await this.#table.get(runKey(sessionId, turn)));
  }

  async readRevision(sessionId: SessionId, turn: number, version: number): Promise<Revision | null> {
    return toRecord<Revision>(await this.#table.get(revisionKey(sessionId, turn, version)));
  }

  async readTask(sessionId: SessionId, turn: number, version: number, stepId: string) {
    const [run, task] = await this.#table.getMany([runKey(sessionId, turn), taskKey(sessionId, turn, version, stepId)]);
    return { run: toRecord<Run>(run ?? null), task: toTask(task ?? null) };
  }

  async readTasks(sessionId: SessionId, turn: number, version: number, stepIds: readonly string[]) {
    const items = await this.#table.getMany(stepIds.map((step) => taskKey(sessionId, turn, version, step)));
    return items.map(toTask);
  }

  async readArtifacts(sessionId: SessionId, turn: number, ids: readonly ArtifactId[]) {
    const items = await this.#table.getMany(ids.map((id) => artifactKey(sessionId, turn, id)));
    return items.map((item) => toRecord<Artifact>(item));
  }

  async readWorks(sessionId: SessionId, turn: number, works: readonly string[]) {
    const items = await this.#table.getMany(works.map((work) => workKey(sessionId, turn, work)));
    return items.map((item) => toRecord<Work>(item));
  }

  async claimTask(task: Task, work: string, token: string, now: Millis): Promise<ClaimOutcome> {
    const { session_id: sessionId, turn, dag_version: version } = task;
    const outcome = await this.#table.transact([
      { Update: { TableName: "", ...claimUpdate(sessionId, turn, work, token, now) } },
      {
        ConditionCheck: {
          TableName: "",
          Key: runKey(sessionId, turn),
          ConditionExpression: "dag_version = :version AND #status IN (:queued, :running)",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ":version": version, ":queued": "queued", ":running": "running" },
        },
      },
      {
        Update: {
          TableName: "",
          Key: taskKey(sessionId, turn, version, task.step_id),
          UpdateExpression: "SET #status = :running, started_at = if_not_exists(started_at, :now)",
          ConditionExpression: "#status IN (:pending, :running) AND attribute_not_exists(waiting_on)",
          ExpressionAttributeNames: { "#status": "status" },
          ExpressionAttributeValues: { ":running": "running", ":pending": "pending", ":now": now },
        },
      },
    ]);
    if (outcome.kind === "done") return { kind: "claimed" };
    if (outcome.failed.has(1) || outcome.failed.has(2)) return { kind: "stale" };
    return lostClaim(outcome.failed.get(0) ?? null, now);
  }

  async claimWork(sessionId: SessionId, turn: number, work: string, token: string, now: Millis): Promise<ClaimOutcome> {
    const outcome = await this.#table.update(claimUpdate(sessionId, turn, work, token, now));
    if (outcome.kind === "done") return { kind: "claimed" };
    return lostClaim(outcome.item, now);
  }

  async holdWork(sessionId: SessionId, turn: number, work: string, token: string, until: Millis): Promise<boolean> {
    const outcome = await this.#table.update({
      Key: workKey(sessionId, turn, work),
      UpdateExpression: "SET #until = :until",
      ConditionExpression: "claim_token = :token",
      ExpressionAttributeNames: { "#until": "until" },
      ExpressionAttributeValues: { ":until": until, ":token": token },
      ReturnValues: "NONE",
    });
    return outcome.kind === "done";
  }

  async letGoWork(sessionId: SessionId, turn: number, work: string, token: string): Promise<number | null> {
    const outcome = await this.#table.update({
      Key: workKey(sessionId, turn, work),
      UpdateExpression: "SET #until = :past REMOVE claim_token",
      ConditionExpression: "claim_token = :token",
      ExpressionAttributeNames: { "#until": "until" },
      ExpressionAttributeValues: { ":past": 0, ":token": token },
    });
    return outcome.kind === "done" ? Number(outcome.item["attempts"]) : null;
  }

  async stepFinished(
    sessionId: SessionId,
    turn: number,
    version: number,
    stepId: string,
    finished: string,
  ): Promise<boolean> {
    const outcome = await this.#table.update({
      Key: taskKey(sessionId, turn, version, stepId),
      UpdateExpression: "DELETE waiting_on :finished",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":finished": new Set([finished]) },
    });
    return outcome.kind === "done" && outcome.item["waiting_on"] === undefined && outcome.item["status"] !== "done";
  }

  async markRunning(sessionId: SessionId, turn: number, now: Millis): Promise<void> {
    await this.#table.update({
      Key: runKey(sessionId, turn),
      UpdateExpression: "SET #status = :running, updated_at = :now",
      ConditionExpression: "#status = :queued",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":running": "running", ":queued": "queued", ":now": now },
      ReturnValues: "NONE",
    });
  }
}

/** Claims work that nobody holds, or whose holder's claim has run out, or that is already ours: its answer was lost. */
function claimUpdate(sessionId: SessionId, turn: number, work: string, token: string, now: Millis) {
  return {
    Key: workKey(sessionId, turn, work),
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

function lostClaim(item: Item | null, now: Millis): ClaimOutcome {
  const work = toRecord<Work>(item);
  if (work?.status === "done" && work.artifact_id !== undefined) return { kind: "done", artifact_id: work.artifact_id };
  return { kind: "busy", until: work?.until ?? now + limits.claimMs };
}

/** Reads a task as it is stored: `waiting_on` is a set there, absent when empty. */
export function toTask(item: Item | null): Task | null {
  const task = toRecord<Task>(item);
  if (task === null) return null;
  const waiting: unknown = task.waiting_on;
  return { ...task, waiting_on: waiting instanceof Set ? [...waiting].map(String).sort() : [] };
}
