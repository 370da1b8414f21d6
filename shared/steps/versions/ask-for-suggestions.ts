import * as z from "zod";
import type { AskModel } from "../../agents/ask-model.ts";
import type { DeliverableView } from "../../agents/define-agent.ts";
import { SUGGEST_PROMPT } from "../../agents/prompts.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { Run } from "../../contracts/records.ts";
import type { Proposed } from "../../domain/runs/suggestions.ts";
import { isFault } from "../../errors/fault.ts";

/** Parts of a delivery that the model is shown. */
const PARTS_SHOWN = 40;

const Suggested = z.strictObject({
  suggestions: z.array(z.strictObject({ text: z.string().min(1), anchor: z.string().nullable() })).max(8),
});

/** What the model would ask next about a final answer. A model that is down or slow costs the suggestions and nothing else. */
export async function askForSuggestions(
  ask: AskModel,
  run: Run,
  brief: JsonObject,
  view: DeliverableView,
): Promise<readonly Proposed[]> {
  const nothing: readonly Proposed[] = [];
  const answer = ask.structured({
    name: "suggest_follow_ups",
    system: SUGGEST_PROMPT,
    input: {
      objective: run.input_text.slice(0, 2_000),
      follow_ups: brief["follow_ups"] ?? [],
      parts: view.parts.slice(0, PARTS_SHOWN).map(({ id, kind, ordinal, label, text, within }) => ({
        id,
        kind,
        ordinal,
        label,
        text: text.slice(0, 300),
        within,
      })),
    },
    schema: Suggested,
    max_tokens: 600,
  });
  return answer.then(
    ({ suggestions }) => suggestions,
    (error: unknown) => {
      if (!isFault(error)) throw error;
      return nothing;
    },
  );
}
