import * as z from "zod";
import type { AskModel } from "../../agents/ask-model.ts";
import type { GeneralAgent } from "../../agents/define-agent.ts";
import { PLAN_PROMPT } from "../../agents/prompts.ts";
import { JsonObject } from "../../contracts/json.ts";
import type { Part } from "../../contracts/part.ts";
import type { PlanNode } from "../../contracts/plan-records.ts";
import type { Source } from "../../contracts/records.ts";
import { checkPlan } from "../../domain/runs/plan-check.ts";
import { cellChecks } from "./cell-checks.ts";

const PlannedNode = z.strictObject({
  step_id: z.string(),
  cell_id: z.string(),
  title: z.string().min(1).max(200),
  args: JsonObject,
  depends_on: z.array(z.string()),
});

/** Nodes of one plan, and tokens that so many take to write: up to 80 each, and what is said around them. */
const MAX_NODES = 100;
const MAX_PLAN_TOKENS = 10_000;

/** The model plans for a general agent, with everything that was asked so far as observations. */
export async function planGeneral(
  ask: AskModel,
  agent: GeneralAgent,
  from: {
    readonly objective: string;
    readonly follow_ups: readonly string[];
    /** What the newest follow-ups point at, in this delivery and in older ones. */
    readonly points_at?: readonly Part[];
    readonly sources: readonly Source[];
    readonly previous: readonly PlanNode[];
    /** What is remembered of the session. */
    readonly memory: JsonObject;
  },
): Promise<readonly PlanNode[]> {
  const checks = cellChecks(agent);
  // The plan's own rules are part of the schema, so that the one repair tells the model what was wrong with the graph.
  const schema = z
    .strictObject({ nodes: z.array(PlannedNode).min(1).max(MAX_NODES) })
    .superRefine((answer, context) => {
      const outcome = checkPlan(answer.nodes, checks);
      if (outcome.kind === "bad") for (const message of outcome.faults) context.addIssue({ code: "custom", message });
    });
  const answer = await ask.structured({
    name: "make_plan",
    system: `${agent.instructions}\n\n${PLAN_PROMPT}`,
    input: {
      objective: from.objective,
      follow_ups: from.follow_ups,
      points_at: (from.points_at ?? []).map(({ id, kind, label, text }) => ({
        id,
        kind,
        label,
        text: text.slice(0, 300),
      })),
      memory: from.memory,
      cells: agent.cells.map((cell) => ({
        id: cell.id,
        description: cell.description,
        input: JsonObject.parse(z.toJSONSchema(cell.input, { io: "input", unrepresentable: "any" })),
      })),
      sources: from.sources.map(({ id, name, media_type }) => ({ id, name, media_type })),
      previous: from.previous.map(({ step_id, cell_id, title, args, depends_on }) => ({
        step_id,
        cell_id,
        title,
        args,
        depends_on,
      })),
    },
    schema,
    max_tokens: MAX_PLAN_TOKENS,
    gives_way: [
      { field: "follow_ups", from: "start" },
      { field: "sources", from: "start" },
      { field: "previous", from: "end" },
    ],
  });
  return answer.nodes;
}
