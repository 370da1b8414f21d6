import { isFault } from "../errors/fault.ts";

/**
 * Failures of AWS services that pass by themselves, beyond those that the SDK marks as the server's fault. What others are
 * in the way of is a fault of its own by now (`table_contended`); another cancelled transaction is refused again next time.
 */
const passing = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
  "TransactionInProgressException",
  "TimeoutError",
]);

/** True when the same request may well succeed a little later. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isFault(error)) return error.remedy === "retry";
  if ("code" in error && unreachable.has(String(error.code))) return true;
  return passing.has(error.name) || ("$fault" in error && error.$fault === "server");
}

/** What Node says of a service that could not be reached, or went away while it was asked. */
const unreachable = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
