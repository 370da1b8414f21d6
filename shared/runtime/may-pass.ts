import { isFault } from "../errors/fault.ts";

/** Failures of AWS services that pass by themselves, beyond those that the SDK marks as the server's fault. */
const passing = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
  "TransactionCanceledException",
  "TransactionConflictException",
  "TransactionInProgressException",
  "TimeoutError",
]);

/** True when the same request may well succeed a little later. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isFault(error)) return error.remedy === "retry";
  return passing.has(error.name) || ("$fault" in error && error.$fault === "server");
}
