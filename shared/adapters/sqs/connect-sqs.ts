import { SQSClient } from "@aws-sdk/client-sqs";
import { clientOptions } from "../aws/client-options.ts";

/** SQS with the credentials and the endpoint of the environment; one client serves every queue of a function. */
export function connectSqs(): SQSClient {
  return new SQSClient(clientOptions(2_000));
}
