import { SQSClient } from "@aws-sdk/client-sqs";
import { clientOptions } from "../aws/client-options.ts";

/**
 * SQS with the credentials and the endpoint of the environment; one client serves every queue of a function. That a message
 * arrives as it was sent is for TLS to see to, so its MD5 is not computed again.
 */
export function connectSqs(): SQSClient {
  return new SQSClient({ ...clientOptions(2_000), md5: false });
}
