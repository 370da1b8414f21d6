import type { JsonObject } from "../../../../shared/contracts/json.ts";
import type { ToolSpec } from "../../converse-body.ts";
import { isObject } from "../request-view.ts";
import { chooseOperations } from "./choose-operations.ts";
import { conform } from "./conform.ts";
import { expandPoint } from "./expand-point.ts";
import { fillSchema } from "./fill-schema.ts";
import { keyPoints } from "./key-points.ts";
import { makePlan } from "./make-plan.ts";
import { readAnswers } from "./read-answers.ts";
import { routeFollowUp } from "./route-follow-up.ts";
import { suggestFollowUps } from "./suggest-follow-ups.ts";
import { writeSection } from "./write-section.ts";

/** How each named task is answered from its input. */
const tasks: ReadonlyMap<string, (input: JsonObject) => JsonObject> = new Map([
  ["route_follow_up", routeFollowUp],
  ["choose_operations", chooseOperations],
  ["make_plan", makePlan],
  ["key_points", keyPoints],
  ["expand_point", expandPoint],
  ["write_section", writeSection],
  ["suggest_follow_ups", suggestFollowUps],
  ["read_answers", readAnswers],
]);

/** The answer to a structured question: by the task's own rules, or filled from the input where there are none. */
export function structuredAnswer(tool: ToolSpec, input: JsonObject): JsonObject {
  const schema = tool.inputSchema.json;
  const answer = tasks.get(tool.name)?.(input) ?? fillSchema(schema, input);
  const fitting = conform(answer, schema);
  return isObject(fitting) ? fitting : {};
}
