import * as z from "zod";

/** The argument of a cell that follows the person's rules; put there by the runtime, whoever made the plan. */
export const rulesArg = z
  .array(z.string())
  .optional()
  .describe("What the person wants to hold always. Filled in by the runtime; leave it out.");

/** What a model is told about them. */
export const rulesPrompt =
  "rules are what the person wants to hold always, in their own words: keep to them, the later one where two differ. Leave out what they forbid.";
