import type { JsonObject } from "../../../shared/contracts/json.ts";
import type { AssistantTurn, ConverseBody, ToolSpec } from "../converse-body.ts";
import { callTools, fencedJson, isObject, type RequestView, viewOf } from "./request-view.ts";
import { structuredAnswer } from "./structured/tasks.ts";

/**
 * The local model: answers a Converse request by rules, always the same way. It really works on what it is given: what
 * it says is chosen from the request's own text, and what it does not find it does not claim.
 */
export async function answerLocally(body: ConverseBody): Promise<AssistantTurn> {
  const view = viewOf(body);
  const asked = view.tools.find((tool) => tool.name === view.forced) ?? onlyTool(view);
  if (asked !== undefined)
    return callTools(view, [{ name: asked.name, input: structuredAnswer(asked, inputOf(view)) }]);
  return { content: [{ text: view.user_texts.at(-1) ?? "There is nothing to answer." }], stop_reason: "end_turn" };
}

/** A single tool beside fenced input is a question for a structured answer, also where it cannot be forced. */
function onlyTool(view: RequestView): ToolSpec | undefined {
  const asks = view.user_texts.some((text) => text.includes("<input>"));
  return view.tools.length === 1 && asks ? view.tools[0] : undefined;
}

function inputOf(view: RequestView): JsonObject {
  const found = view.user_texts.map((text) => fencedJson(text, "input")).find(isObject);
  return found ?? { text: view.user_texts.join("\n") };
}
