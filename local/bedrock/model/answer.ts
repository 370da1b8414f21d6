import type { JsonObject } from "../../../shared/contracts/json.ts";
import type { AssistantTurn, ConverseBody, ToolSpec } from "../converse-body.ts";
import { freeTurn } from "./free/free-turn.ts";
import { callTools, fencedJson, isObject, type RequestView, readable, viewOf } from "./request-view.ts";
import { structuredAnswer } from "./structured/tasks.ts";

/**
 * The local model: answers a Converse request by rules, always the same way. It really works on what it is given: what
 * it says is chosen from the request's own text, and what it does not find it does not claim.
 */
export async function answerLocally(body: ConverseBody): Promise<AssistantTurn> {
  const view = viewOf(body);
  const asked = askedTool(view);
  if (asked === undefined) return freeTurn(view);
  return callTools(view, [{ name: asked.name, input: structuredAnswer(asked, inputOf(view)) }]);
}

/** The tool that carries a structured answer: the one that is forced, or the only one beside fenced input. */
function askedTool(view: RequestView): ToolSpec | undefined {
  const only = view.tools.length === 1 ? view.tools[0] : undefined;
  const asks = view.user_texts.some((text) => text.includes("<input>"));
  if (only !== undefined && (asks || view.forced === only.name) && only.name !== "give_answer") return only;
  return view.tools.find((tool) => tool.name === view.forced && tool.name !== "give_answer");
}

function inputOf(view: RequestView): JsonObject {
  const given = view.user_texts.map((text) => fencedJson(text, "input")).find(isObject);
  const said = given?.["message"];
  const found = typeof said === "string" ? { ...given, message: readable(said) } : given;
  return found ?? { text: view.user_texts.join("\n") };
}
