import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import type { Gate } from "./request-gate.ts";

/** A transaction that was cancelled for these reasons, one for each of its writes, as AWS says it. */
export const cancelledFor = (...codes: readonly string[]): Error =>
  new TransactionCanceledException({
    message: "Transaction cancelled",
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

/** Refuses the next requests; `times` of them. */
export function refusing(times: number, error: () => Error): Gate {
  let left = times;
  return {
    before: async () => {
      left -= 1;
      if (left >= 0) throw error();
    },
  };
}
