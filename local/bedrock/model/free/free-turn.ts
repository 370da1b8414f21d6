import type { JsonObject } from "../../../../shared/contracts/json.ts";
import { isDismissal } from "../../../../shared/domain/routing/take-back.ts";
import type { AssistantTurn } from "../../converse-body.ts";
import { callTools, type RequestView } from "../request-view.ts";
import { contentStems } from "../text/stems.ts";
import { flat, phrases } from "../text/word-list.ts";
import { type Answer, answerQuestion } from "./answer-question.ts";
import { explainQuestion } from "./explain-question.ts";
import { literalTurn } from "./literal-calls.ts";
import { say } from "./sayings.ts";
import { scheduleIntentOf } from "./schedule-intent.ts";
import { schedulingTurn } from "./scheduling-turn.ts";
import { type TurnView, turnViewOf } from "./turn-view.ts";
import { wokenTurn } from "./woken-turn.ts";

const answerTool = "give_answer";
const thanks = phrases("thanks|thank you|thx|danke|dankeschon|merci|gracias|grazie");

const asksForRules = phrases(
  "what rules|which rules|what constraints|which constraints|what instructions|what preferences|welche regeln|welche vorgaben|quelles regles|quelles consignes|que reglas|que instrucciones|quali regole|che regole",
);

/** One step of a conversation with tools: a call that is still needed, or the answer. */
export function freeTurn(view: RequestView): AssistantTurn {
  const turn = turnViewOf(view);
  const step = stepOf(turn, view);
  if (!("content" in step)) return give(step, view);
  // When the turn has to end now, a further call would be one too many.
  return view.forced === answerTool ? give(answerQuestion(turn.message, turn), view) : step;
}

function stepOf(turn: TurnView, view: RequestView): AssistantTurn | Answer {
  if (turn.wake !== undefined) return wokenTurn(turn, view);
  const explained = explainQuestion(turn);
  if (explained !== undefined) return explained;
  const spelled = literalTurn(turn.message, view);
  if (spelled !== undefined) return spelled;
  const intent = scheduleIntentOf(turn.message, turn.now);
  if (intent.kind !== "none") return schedulingTurn(intent, turn, view);
  if (thanks.test(flat(turn.message)) && contentStems(turn.message).length <= 3) {
    return { text: say("welcome", turn.language), rests_on: [], supported: true };
  }
  if (isDismissal(turn.message)) return { text: say("let_go", turn.language), rests_on: [], supported: true };
  if (asksForRules.test(flat(turn.message))) return aboutRules(turn);
  return answerQuestion(turn.message, turn);
}

function aboutRules({ rules, language }: TurnView): Answer {
  const text =
    rules.length === 0
      ? say("no_rules", language)
      : say("rules", language, { list: rules.map((rule) => `“${rule}”`).join("; ") });
  return { text, rests_on: [], supported: true };
}

function give(answer: Answer, view: RequestView): AssistantTurn {
  const input: JsonObject = { text: answer.text, rests_on: answer.rests_on, supported: answer.supported };
  if (view.tools.some(({ name }) => name === answerTool)) return callTools(view, [{ name: answerTool, input }]);
  return { content: [{ text: answer.text }], stop_reason: "end_turn" };
}
