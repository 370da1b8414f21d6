import { SQSClient } from "@aws-sdk/client-sqs";
import { jsonClient } from "../aws/json-client.ts";

/** A request that takes longer than this is lost; the SDK tries again, well within the shortest function. */
const limits = { connectMs: 1_000, requestMs: 2_000 };

/** SQS with the credentials and the endpoint of the environment; one client serves every queue of a function. */
export function connectSqs(): SQSClient {
  return jsonClient("sqs", limits, (parts) => new SQSClient(parts));
}
