import { TransactionCanceledException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import type { Contention } from "../../domain/contention-wait.ts";

/** Why a transaction was cancelled, as far as it passes by itself. */
const passing: Readonly<Record<string, Contention>> = {
  TransactionConflict: "conflict",
  ThrottlingError: "throttled",
  ProvisionedThroughputExceeded: "throttled",
};

/** What the SDK has tried again already when it is seen here. */
const throttled = new Set(["ProvisionedThroughputExceededException", "RequestLimitExceeded", "ThrottlingException"]);

/** What a refused write is to wait for; null when waiting does not help. The SDK does not try any of these again. */
export function contentionOf(error: unknown): Contention | null {
  if (error instanceof TransactionConflictException) return "conflict";
  if (!(error instanceof TransactionCanceledException)) return null;
  const found = (error.CancellationReasons ?? []).flatMap(({ Code: code }) => passing[code ?? ""] ?? []);
  // The longer wait serves both.
  return found.includes("throttled") ? "throttled" : (found[0] ?? null);
}

/** True for a write that was refused as too much for the moment, each time that the SDK tried it. */
export const isThrottled = (error: unknown): boolean => error instanceof Error && throttled.has(error.name);
