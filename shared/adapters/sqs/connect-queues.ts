import { connectSqs } from "./connect-sqs.ts";
import { type QueueUrls, SqsQueues } from "./sqs-queues.ts";

/** The deployed queues that a function may send to. One that is left out has no URL, and sending there fails. */
export function connectQueues(urls: Partial<QueueUrls>): SqsQueues {
  return new SqsQueues(connectSqs(), { nudges: "", tasks: "", wakes: "", ...urls });
}
