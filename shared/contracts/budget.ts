import * as z from "zod";
import { limits } from "./limits.ts";

/**
 * What one version of a run may use before it is ended: calls of the model, tokens in and out, and the minutes that its
 * steps are at work, however many are at it side by side. Waiting for the person, for a turn or for a queue counts nothing.
 */
export const RunBudget = z.strictObject({
  model_calls: z.int().min(1).default(limits.runModelCalls),
  tokens: z.int().min(1).default(limits.runTokens),
  minutes: z.number().positive().default(limits.runMinutes),
});
export type RunBudget = z.infer<typeof RunBudget>;
