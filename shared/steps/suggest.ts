import type { Agent } from "../agents/define-agent.ts";
import { createAskModel } from "../agents/structured-answer.ts";
import { TURN } from "../agents/turn-cell.ts";
import type { Revision } from "../contracts/plan-records.ts";
import type { Artifact, Run, Suggestion } from "../contracts/records.ts";
import { suggestionsOf } from "../domain/suggestions.ts";
import type { Ports } from "../ports/ports.ts";
import { policyOf } from "./policy-of.ts";
import { viewOf } from "./run-context.ts";

/** The follow-ups that are suggested with a delivery, each with the route that it takes. A woken turn suggests nothing. */
export async function suggest(
  ports: Pick<Ports, "model">,
  agent: Agent,
  { run, revision }: { readonly run: Run; readonly revision: Revision | null },
  delivery: Artifact,
): Promise<readonly Suggestion[]> {
  if (delivery.cell_id === TURN || revision === null) return [];
  const view = viewOf(agent, delivery);
  const delivered = { ask: createAskModel(ports.model), run, brief: revision.brief, view };
  const proposed = await policyOf(agent).suggest(delivered);
  return suggestionsOf(proposed, { parts: view.parts, agent_kind: agent.kind, asked: askedIn(run, revision) });
}

/** What was asked; asking it again would be no suggestion. */
function askedIn(run: Run, { caused_by, brief }: Revision): readonly string[] {
  const { follow_ups: observed } = brief;
  const earlier = Array.isArray(observed) ? observed.map(String) : [];
  return [run.input_text, ...caused_by.map(({ text }) => text), ...earlier];
}
