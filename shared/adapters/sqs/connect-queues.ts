import { SQSClient } from "@aws-sdk/client-sqs";
import { type QueueUrls, SqsQueues } from "./sqs-queues.ts";

/** The deployed queues that a function may send to. One that is left out has no URL, and sending there fails. */
export function connectQueues(urls: Partial<QueueUrls>): SqsQueues {
  // A send that takes longer than this is lost; the SDK tries again, well within the shortest function.
  const requestHandler = { connectionTimeout: 1_000, requestTimeout: 2_000 };
  return new SqsQueues(new SQSClient({ maxAttempts: 3, requestHandler }), {
    nudges: "",
    tasks: "",
    wakes: "",
    ...urls,
  });
}
