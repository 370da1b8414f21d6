import { type DeadLetterQueue, QueueName } from "../../shared/contracts/operator-view.ts";
import { timestamp } from "../../shared/contracts/timestamp.ts";
import { ok } from "../../shared/runtime/answer.ts";
import { wholePage } from "../../shared/runtime/answer-page.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";

/** `GET /api/operations/dead-letters`. */
export function listDeadLetters(ports: OperatorPorts): Endpoint {
  return endpoint({}, async () =>
    ok(wholePage(await Promise.all(QueueName.options.map((queue) => look(ports, queue))))),
  );
}

async function look({ deadLetters }: OperatorPorts, queue: QueueName): Promise<DeadLetterQueue> {
  const { messages, sample } = await deadLetters.look(queue);
  return {
    queue,
    messages,
    sample: sample.map(({ id, sent_at, body }) => ({
      message_id: id,
      sent_at: sent_at === null ? null : timestamp(sent_at),
      body,
    })),
  };
}
