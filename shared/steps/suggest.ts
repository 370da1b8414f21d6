import * as z from "zod";
import type { Agent, DeliverableView } from "../agents/define-agent.ts";
import { SUGGEST_PROMPT } from "../agents/prompts.ts";
import { createAskModel } from "../agents/structured-answer.ts";
import { TURN } from "../agents/turn-cell.ts";
import type { JsonObject } from "../contracts/json.ts";
import type { Revision } from "../contracts/plan-records.ts";
import type { Artifact, Run, Suggestion } from "../contracts/records.ts";
import { type Proposed, suggestionsOf } from "../domain/suggestions.ts";
import { isFault } from "../errors/fault.ts";
import type { Ports } from "../ports/ports.ts";
import { viewOf } from "./run-context.ts";

/** Parts of a delivery that the model is shown. */
const PARTS_SHOWN = 40;

const Suggested = z.strictObject({
  suggestions: z.array(z.strictObject({ text: z.string().min(1), anchor: z.string().nullable() })).max(8),
});

/**
 * What a person may want to ask about a delivery: from the templates of a specialised agent's policy, or from the final
 * answer of a general one. A model that is down costs the suggestions and nothing else.
 */
export async function suggest(
  ports: Pick<Ports, "runs" | "model">,
  agent: Agent,
  run: Run,
  delivery: Artifact,
): Promise<readonly Suggestion[]> {
  if (delivery.cell_id === TURN) return [];
  const revision = await ports.runs.readRevision(run, run.dag_version);
  if (revision === null) return [];
  const view = viewOf(agent, delivery);
  const { proposed } =
    agent.kind === "specialised"
      ? { proposed: agent.policy.suggest?.(view, revision.brief) ?? [] }
      : await askForSuggestions(ports, run, revision.brief, view);
  return suggestionsOf(proposed, { parts: view.parts, agent_kind: agent.kind, asked: askedIn(run, revision) });
}

/** Suggestions that still make sense under another brief; null when only a new delivery can tell. */
export function stillProposed(agent: Agent, view: DeliverableView, brief: JsonObject): readonly Proposed[] | null {
  if (agent.kind === "general" || view.content === null) return null;
  return agent.policy.suggest?.(view, brief) ?? [];
}

/** What was asked; asking it again would be no suggestion. */
function askedIn(run: Run, { caused_by, brief }: Revision): readonly string[] {
  const { follow_ups: observed } = brief;
  return [
    run.input_text,
    ...caused_by.map(({ text }) => text),
    ...(Array.isArray(observed) ? observed.map(String) : []),
  ];
}

type Answer = { readonly kind: "suggested" | "unavailable"; readonly proposed: readonly Proposed[] };

async function askForSuggestions(
  ports: Pick<Ports, "model">,
  run: Run,
  brief: JsonObject,
  view: DeliverableView,
): Promise<Answer> {
  try {
    const { suggestions } = await createAskModel(ports.model).structured({
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
    return { kind: "suggested", proposed: suggestions };
  } catch (error) {
    if (!isFault(error)) throw error;
    return { kind: "unavailable", proposed: [] };
  }
}
