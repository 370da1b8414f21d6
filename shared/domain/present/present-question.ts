import { runIdOf } from "../../contracts/ids.ts";
import type { Question } from "../../contracts/question.ts";
import type { QuestionView } from "../../contracts/question-view.ts";
import { timestamp, timestampOrNull } from "../../contracts/timestamp.ts";

/** A question, as it is answered. */
export function presentQuestion(question: Question): QuestionView {
  return {
    id: question.id,
    session_id: question.session_id,
    run_id: runIdOf(question.session_id, question.turn),
    dag_version: question.dag_version,
    step_id: question.step_id,
    name: question.name,
    text: question.text,
    schema: question.schema,
    ...(question.default === undefined ? {} : { default: question.default }),
    expires_at: timestampOrNull(question.expires_at),
    status: question.status,
    ...(question.answer === undefined ? {} : { answer: question.answer }),
    answered_by: question.answered_by ?? null,
    asked_at: timestamp(question.asked_at),
    closed_at: timestampOrNull(question.closed_at),
  };
}
