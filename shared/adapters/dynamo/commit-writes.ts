import type { SessionId } from "../../contracts/ids.ts";
import type { Task } from "../../contracts/plan-records.ts";
import type { CommitWrite } from "../../ports/stores.ts";
import { artifactWrites } from "./artifact-items.ts";
import { historyWrites } from "./history-items.ts";
import { type Key, memoryKey, revisionKey, runKey, taskKey, workKey } from "./keys.ts";
import { questionWrite, taskWaits, workLetGo } from "./question-writes.ts";
import type { Write } from "./table.ts";
import { wakeEnded, wakeMoved, wakeWrites } from "./wake-writes.ts";

const isNew = { ConditionExpression: "attribute_not_exists(pk)" };

/** The table writes that one part of a commit stands for. `seq`: the number of the commit's last event. */
export function tableWrites(sessionId: SessionId, write: CommitWrite, seq: number): readonly Write[] {
  switch (write.kind) {
    case "run":
      return [runWrite(write)];
    case "run_is":
      return [runIs(sessionId, write)];
    case "revision":
      return [put(revisionKey(sessionId, write.revision.turn, write.revision.dag_version), write.revision, isNew)];
    case "task":
      return [taskWrite(write.task)];
    case "task_ended":
      return [taskEnded(write)];
    case "work_done":
      return [workDone(sessionId, write)];
    case "work_let_go":
      return [workLetGo(sessionId, write)];
    case "task_waits":
      return [taskWaits(write)];
    case "question":
      return [questionWrite(sessionId, write, seq)];
    case "artifact":
      return artifactWrites(write.artifact);
    case "memory":
      return [put(memoryKey(sessionId, write.memory.id), write.memory)];
    case "wake_new":
      return [...wakeWrites(write), ...historyWrites(write)];
    case "wake_ended":
      return [...wakeEnded(write, seq), ...historyWrites(write)];
    case "wake_moved":
      return [...wakeMoved(write), ...historyWrites(write)];
  }
}

function workDone(sessionId: SessionId, write: Extract<CommitWrite, { kind: "work_done" }>): Write {
  const fresh = write.fresh_until;
  return {
    Update: {
      TableName: "",
      Key: workKey(sessionId, write.turn, write.work),
      UpdateExpression: `SET #status = :done, artifact_id = :artifact${fresh === undefined ? "" : ", fresh_until = :fresh"} REMOVE claim_token, attempts`,
      ConditionExpression: "claim_token = :token",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ":done": "done",
        ":artifact": write.artifact_id,
        ":token": write.token,
        ...(fresh === undefined ? {} : { ":fresh": fresh }),
      },
    },
  };
}

/** A task row. Unconditional: its commit carries the lock's token, and nothing else creates rows of an invisible version. */
export const taskWrite = (task: Task): Write => {
  const { waiting_on: waiting, ...rest } = task;
  const set = waiting.length > 0 ? { waiting_on: new Set(waiting) } : {};
  return put(taskKey(task.session_id, task.turn, task.dag_version, task.step_id), { ...rest, ...set });
};

function put(key: Key, record: object, condition: object = {}): Write {
  return { Put: { TableName: "", Item: { ...record, ...key }, ...condition } };
}

function runIs(sessionId: SessionId, { turn, dag_version, statuses }: Extract<CommitWrite, { kind: "run_is" }>): Write {
  const oneOf = statuses.map((_, index) => `:s${index}`).join(", ");
  return {
    ConditionCheck: {
      TableName: "",
      Key: runKey(sessionId, turn),
      ConditionExpression: `${dag_version === undefined ? "" : "dag_version = :version AND "}#status IN (${oneOf})`,
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ...(dag_version === undefined ? {} : { ":version": dag_version }),
        ...Object.fromEntries(statuses.map((status, index) => [`:s${index}`, status])),
      },
    },
  };
}

function runWrite({ run, expect_rev }: Extract<CommitWrite, { kind: "run" }>): Write {
  const key = runKey(run.session_id, run.turn);
  if (expect_rev === null) return put(key, run, isNew);
  return put(key, run, { ConditionExpression: "rev = :rev", ExpressionAttributeValues: { ":rev": expect_rev } });
}

function taskEnded(write: Extract<CommitWrite, { kind: "task_ended" }>): Write {
  const { task } = write;
  const artifact = write.artifact_id === undefined ? "" : ", artifact_id = :artifact";
  const error = write.error === undefined ? "" : ", #error = :error";
  return {
    Update: {
      TableName: "",
      Key: taskKey(task.session_id, task.turn, task.dag_version, task.step_id),
      UpdateExpression: `SET #status = :status, finished_at = :at${artifact}${error}`,
      ConditionExpression: "#status IN (:pending, :running)",
      ExpressionAttributeNames: { "#status": "status", ...(error === "" ? {} : { "#error": "error" }) },
      ExpressionAttributeValues: {
        ":status": write.status,
        ":pending": "pending",
        ":running": "running",
        ":at": write.at,
        ...(artifact === "" ? {} : { ":artifact": write.artifact_id }),
        ...(error === "" ? {} : { ":error": write.error }),
      },
    },
  };
}
