import type { SessionId } from "../../contracts/ids.ts";
import type { CommitWrite } from "../../ports/stores.ts";
import { attention, questionKey, taskKey, workKey } from "./keys.ts";
import type { Write } from "./table.ts";

type Part<Kind extends CommitWrite["kind"]> = Extract<CommitWrite, { kind: Kind }>;

/**
 * A question's row. While it is open and has a time, it stands in the attention index under that time. `seq` is the
 * number of the last event of the commit, which is what a new question is numbered with.
 */
export function questionWrite(sessionId: SessionId, { question }: Part<"question">, seq: number): Write {
  const isTimed = question.status === "open" && question.expires_at !== undefined;
  const Item = {
    ...question,
    asked_seq: question.asked_seq === 0 ? seq : question.asked_seq,
    ...questionKey(sessionId, question.turn, question.id),
    ...(isTimed ? attention(sessionId, question.expires_at) : {}),
  };
  return { Put: { TableName: "", Item } };
}

/** A task that is done or failed does not wait for anybody. Asking is no attempt that failed, so attempts
 * and their time count anew. */
export function taskWaits({ task, questions }: Part<"task_waits">): Write {
  const isWaiting = questions.length > 0;
  return {
    Update: {
      TableName: "",
      Key: taskKey(task.session_id, task.turn, task.dag_version, task.step_id),
      UpdateExpression: isWaiting
        ? "SET #status = :pending, waiting_input = :questions REMOVE claims, failures, started_at"
        : "SET #status = :pending REMOVE waiting_input, claims, failures, started_at",
      ConditionExpression: "#status IN (:pending, :running)",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ":pending": "pending",
        ":running": "running",
        ...(isWaiting ? { ":questions": questions } : {}),
      },
    },
  };
}

export function workLetGo(sessionId: SessionId, { turn, work, token }: Part<"work_let_go">): Write {
  return {
    Update: {
      TableName: "",
      Key: workKey(sessionId, turn, work),
      UpdateExpression: "SET #until = :past, attempts = :none REMOVE claim_token",
      ConditionExpression: "claim_token = :token",
      ExpressionAttributeNames: { "#until": "until" },
      ExpressionAttributeValues: { ":past": 0, ":none": 0, ":token": token },
    },
  };
}
