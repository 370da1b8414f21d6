import { SQSClient } from "@aws-sdk/client-sqs";

/** SQS with the credentials and the endpoint of the environment; one client serves every queue of a function. */
export function connectSqs(): SQSClient {
  // A request that takes longer than this is lost; the SDK tries again, well within the shortest function.
  return new SQSClient({ maxAttempts: 3, requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000 } });
}
