import { findBinary } from "./dynoxide.ts";

/**
 * Address of the DynamoDB-compatible server that is used instead of the one that comes with the stack: the one that is
 * `wanted`, or, where there is none for the platform, the one that AWS_ENDPOINT_URL_DYNAMODB names. Undefined when no
 * other is to be used.
 */
export function otherServer(wanted?: string): string | undefined {
  if (wanted !== undefined || findBinary() !== null) return wanted;
  return process.env["AWS_ENDPOINT_URL_DYNAMODB"] || undefined;
}
