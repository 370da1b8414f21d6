import type { JsonObject } from "../contracts/json.ts";
import type { QueueName } from "../contracts/operator-view.ts";

/** A message that its queue gave up on. `body` is null when it is no JSON object. */
export type DeadLetter = { readonly id: string; readonly sent_at: number | null; readonly body: JsonObject | null };

/** What the queues gave up on. */
export interface DeadLetters {
  /** About how many there are, and up to ten of them. They stay where they are. */
  look(queue: QueueName): Promise<{ readonly messages: number; readonly sample: readonly DeadLetter[] }>;
  /** Puts up to `max` of them back on their queue. A crash on the way leaves a message in both, which is harmless. */
  redrive(queue: QueueName, max: number): Promise<number>;
}
