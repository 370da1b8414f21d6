import * as z from "zod";
import type { AskModel } from "../agents/ask-model.ts";
import type { DeliverableView, SpecialisedAgent } from "../agents/define-agent.ts";
import { OPERATIONS_PROMPT } from "../agents/prompts.ts";
import { JsonObject } from "../contracts/json.ts";
import type { PlanNode } from "../contracts/plan-records.ts";
import type { Source } from "../contracts/records.ts";
import { resolveReferences } from "../domain/reference.ts";
import { supersededBy } from "../domain/supersede.ts";
import { isFault } from "../errors/fault.ts";

/** A message that is to change the deliverable. */
export type Change = {
  readonly text: string;
  /** It was asked as a question first and the artifacts did not hold the answer: something has to be added. */
  readonly must_add: boolean;
};

/** A plan and what led to it, in the order of the changes. */
export type Planned = {
  readonly brief: JsonObject;
  readonly nodes: readonly PlanNode[];
  readonly became: readonly (readonly JsonObject[])[];
  /** Index of the later change that undid it, or null. */
  readonly superseded_by: readonly (number | null)[];
};

/** Reads each message as operations on the brief and makes the plan that belongs to the result. */
export async function planSpecialised(
  ask: AskModel,
  agent: SpecialisedAgent,
  from: { readonly brief: JsonObject; readonly view: DeliverableView; readonly sources: readonly Source[] },
  changes: readonly Change[],
): Promise<Planned> {
  const { policy } = agent;
  const asked: { operations: readonly JsonObject[] }[] = [];
  let brief = from.brief;
  for (const change of changes) {
    const operations = await operationsOf(ask, agent, change, { view: from.view, brief });
    asked.push({ operations });
    brief = operations.reduce((before, operation) => policy.apply(before, operation), brief);
  }
  return {
    brief,
    nodes: policy.plan(brief, from.sources),
    became: asked.map(({ operations }) => operations),
    superseded_by: supersededBy(from.brief, asked, (before, operation) => policy.apply(before, operation)),
  };
}

/** What a message is read against: the deliverable as it was delivered, and the brief as it is by now. */
type Seen = { readonly view: DeliverableView; readonly brief: JsonObject };

/** Rules first, then the model; what the model makes up is dropped by the schema. */
async function operationsOf(
  ask: AskModel,
  agent: SpecialisedAgent,
  change: Change,
  seen: Seen,
): Promise<readonly JsonObject[]> {
  const { policy } = agent;
  const recognised =
    policy.recognise(change.text, seen.view, seen.brief) ?? (await askForOperations(ask, agent, change, seen));
  const good = recognised.flatMap((operation) => {
    const parsed = policy.operation.safeParse(operation);
    return parsed.success ? [parsed.data] : [];
  });
  return good.length === 0 && change.must_add ? [policy.fallback(change.text)] : good;
}

async function askForOperations(
  ask: AskModel,
  agent: SpecialisedAgent,
  change: Change,
  { view, brief }: Seen,
): Promise<readonly JsonObject[]> {
  const resolved = resolveReferences(change.text, view.parts);
  try {
    const answer = await ask.structured({
      name: "choose_operations",
      system: `${agent.instructions}\n\n${OPERATIONS_PROMPT}`,
      input: {
        message: change.text,
        points_at: resolved.parts.map((part) => part.id),
        parts: view.parts.map(({ id, kind, ordinal, label, text }) => ({
          id,
          kind,
          ordinal,
          label,
          text: text.slice(0, 300),
        })),
        brief,
        operations: JsonObject.parse(z.toJSONSchema(agent.policy.operation, { io: "input", unrepresentable: "any" })),
      },
      schema: z.strictObject({ operations: z.array(JsonObject).max(10) }),
    });
    return answer.operations;
  } catch (error) {
    // Without a usable model the wish is not lost: it becomes a section of its own.
    if (!isFault(error)) throw error;
    return [agent.policy.fallback(change.text)];
  }
}
