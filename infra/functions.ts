import type { HttpFunction } from "../shared/contracts/routes.ts";

/** The Lambda functions; each name is a folder under `functions/` and under `dist/functions/`. */
export type FunctionName = HttpFunction | "fold" | "task" | "wake" | "sweep" | "agent-tools";

/** What a function may use up. */
export interface FunctionSize {
  readonly timeoutSeconds: number;
  /** CPU grows with it, so it also decides how long a cold start takes. */
  readonly memoryMb: number;
}

/**
 * Time and memory of each function. HTTP ones end before API Gateway gives up at 30 s; `fold` and `task` hold calls
 * of the model: a step or an answer has 240 s of the 300, a fold what is left of them but 30 s (docs/decisions.md, 52); a queue's visibility time is derived from the function that reads it. `accept`
 * computes for less than 3 ms and waits for two requests: more memory would only make waiting dearer (docs/cost.md).
 * `sweep` has a whole core: after an outage it is what decides how fast everything overdue is asked for (docs/scale.md).
 */
export const functionSizes: Readonly<Record<FunctionName, FunctionSize>> = {
  accept: { timeoutSeconds: 10, memoryMb: 448 },
  "http-write": { timeoutSeconds: 29, memoryMb: 512 },
  "http-read": { timeoutSeconds: 29, memoryMb: 512 },
  operator: { timeoutSeconds: 29, memoryMb: 512 },
  openapi: { timeoutSeconds: 29, memoryMb: 256 },
  fold: { timeoutSeconds: 300, memoryMb: 1_024 },
  task: { timeoutSeconds: 300, memoryMb: 1_024 },
  wake: { timeoutSeconds: 60, memoryMb: 512 },
  sweep: { timeoutSeconds: 60, memoryMb: 1_769 },
  "agent-tools": { timeoutSeconds: 29, memoryMb: 512 },
};
