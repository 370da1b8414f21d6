import type { EventId } from "../../contracts/ids.ts";
import type { Json } from "../../contracts/json.ts";
import type { Question } from "../../contracts/question.ts";
import type { Run } from "../../contracts/records.ts";
import type { Ports } from "../../ports/ports.ts";
import type { NewEvent } from "../../ports/stores.ts";

type EventPorts = Pick<Ports, "ids">;

/** Something is asked. It is said in the conversation, too. */
export const questionOpened = (ports: EventPorts, question: Question): NewEvent =>
  eventOf(ports, "question_opened", question, {
    role: "assistant",
    text: question.text,
    schema: question.schema,
    step_id: question.step_id,
    dag_version: question.dag_version,
    expires_at: question.expires_at === undefined ? null : new Date(question.expires_at).toISOString(),
    ...(question.default === undefined ? {} : { default: question.default }),
  });

/** What a closed question came to: answered by an entry, over, or not asked any more. */
export function questionClosed(ports: EventPorts, question: Question): NewEvent {
  const { answer, answered_by } = question;
  if (question.status === "withdrawn") return eventOf(ports, "question_withdrawn", question, {});
  if (question.status === "expired") {
    return eventOf(ports, "question_expired", question, answer === undefined ? {} : { default: answer });
  }
  return eventOf(ports, "question_answered", question, {
    value: answer ?? null,
    answered_by: answered_by ?? null,
  });
}

function eventOf(
  ports: EventPorts,
  type: NewEvent["type"],
  question: Question,
  payload: Readonly<Record<string, Json>>,
): NewEvent {
  const { id, name, turn } = question;
  return { id: `evt_${ports.ids.ulid()}`, turn, type, payload: { question_id: id, name, ...payload } };
}

/** Nothing more happens in a run until the person answers. */
export const runAwaitsInput = (ports: EventPorts, run: Run): NewEvent => ({
  id: `evt_${ports.ids.ulid()}`,
  turn: run.turn,
  type: "run_awaiting_input",
  payload: { dag_version: run.dag_version, question_ids: run.open_questions ?? [] },
});

/** Something said to the person about an entry. */
export const said = (ports: EventPorts, turn: number, entry: EventId, text: string): NewEvent => ({
  id: `evt_${ports.ids.ulid()}`,
  turn,
  type: "message",
  payload: { role: "assistant", answers: entry, text },
});
