import { QueuePath, RedriveQuery } from "../../shared/contracts/operator-parameters.ts";
import type { Redriven } from "../../shared/contracts/operator-view.ts";
import { ok } from "../../shared/runtime/answer.ts";
import { type Endpoint, endpoint } from "../../shared/runtime/endpoint.ts";
import type { OperatorPorts } from "../../shared/runtime/operator-ports.ts";

/** `POST /api/operations/dead-letters/{queue}/redrive`: puts up to `max` messages back on their queue. */
export function postRedrive({ operations, deadLetters, clock, ids }: OperatorPorts): Endpoint {
  return endpoint({ path: QueuePath, query: RedriveQuery }, async ({ owner: by, path, query }) => {
    const { queue } = path;
    const { max } = query;
    // Recorded first: SQS has no part in a transaction, and nothing may happen that nobody is named for.
    await operations.record({
      id: ids.ulid(),
      at: clock.now(),
      by,
      action: "redrive",
      details: { queue, max },
    });
    const body: Redriven = { queue, moved: await deadLetters.redrive(queue, max) };
    return ok(body);
  });
}
