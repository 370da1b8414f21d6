import { createAskModel } from "../../agents/structured-answer.ts";
import { TURN } from "../../agents/turn-cell.ts";
import { limits } from "../../contracts/limits.ts";
import type { Revision } from "../../contracts/plan-records.ts";
import type { Artifact, Run, Suggestion } from "../../contracts/records.ts";
import { suggestionsOf } from "../../domain/runs/suggestions.ts";
import type { Ports } from "../../ports/ports.ts";
import { agentOf, viewOf } from "../runs/run-context.ts";
import { withinTimeLeft } from "../tasks/bounded-model.ts";
import { policyOf } from "./policy-of.ts";

/**
 * The follow-ups that are suggested with a delivery, each with the route that it takes. A woken turn suggests nothing. The
 * result is done and waits for them, so all calls of the model together get {@link limits.suggestMs}.
 */
export async function suggest(
  ports: Pick<Ports, "model" | "clock" | "agents">,
  run: Run,
  revision: Revision | null,
  delivery: Artifact,
): Promise<readonly Suggestion[]> {
  if (delivery.cell_id === TURN || revision === null) return [];
  const agent = agentOf(ports, run.agent);
  const until = ports.clock.now() + limits.suggestMs;
  const model = withinTimeLeft(ports.model, () => until - ports.clock.now());
  const view = viewOf(agent, delivery);
  const delivered = { ask: createAskModel(model), run, brief: revision.brief, view };
  const proposed = await policyOf(agent).suggest(delivered);
  return suggestionsOf(proposed, { parts: view.parts, agent_kind: agent.kind, asked: askedIn(run, revision) });
}

/** What was asked; asking it again would be no suggestion. */
function askedIn(run: Run, { caused_by, brief }: Revision): readonly string[] {
  const { follow_ups: observed } = brief;
  const earlier = Array.isArray(observed) ? observed.map(String) : [];
  return [run.input_text, ...caused_by.map(({ text }) => text), ...earlier];
}
